/** What rounds came to: each file that failed, how often, with the first message of each kind, and how many files passed each time. */
import { artefactFolder } from '../tests/support/artefacts.ts';
import type { Failure } from '../tests/support/run-report.ts';
import { kindOf } from './call-vitest.ts';
import { countOfFiles, type FileOutcome, OUTSIDE, type Round } from './steady-rounds.ts';

/** The rest of a message is in the artefacts. */
const MESSAGE_LINES = 8;

/** A file in one round. */
type Seen = FileOutcome & { readonly round: Round };

interface Kind {
  readonly first: Failure;
  readonly path: string;
  readonly round: Round;
  readonly times: number;
}

const hasFailed = ({ failures }: Seen): boolean => failures.length > 0;
const roundsIn = (seen: readonly Seen[]): ReadonlySet<Round> => new Set(seen.map(({ round }) => round));

/** By path. Errors that belong to no file have a row of their own. */
function seenByPath(rounds: readonly Round[]): ReadonlyMap<string, readonly Seen[]> {
  const byPath = new Map<string, Seen[]>();
  for (const round of rounds) {
    const { outside, seconds } = round;
    const failures = outside === null ? [] : [{ name: OUTSIDE, message: outside }];
    const rest = outside === null ? [] : [{ path: OUTSIDE, seconds, passed: 0, skipped: 0, failures }];
    for (const file of [...round.files, ...rest]) byPath.set(file.path, [...(byPath.get(file.path) ?? []), { ...file, round }]);
  }
  return byPath;
}

/** Failures that differ in numbers and ids alone are of one kind. */
function kindsOf(seen: readonly Seen[]): readonly Kind[] {
  const kinds = new Map<string, Kind>();
  for (const { path, round, failures } of seen) {
    for (const first of failures) {
      const kind = kinds.get(kindOf(first)) ?? { first, path, round, times: 0 };
      kinds.set(kindOf(first), { ...kind, times: kind.times + 1 });
    }
  }
  return [...kinds.values()];
}

function kindText({ first, path, round, times }: Kind): string {
  const lines = first.message.split('\n').slice(0, MESSAGE_LINES);
  const kept = artefactFolder(path, `round-${round.nth}-${round.kind}`);
  return [`    ${times} × ${first.name}`, ...lines.map((line) => `        ${line}`), `        kept: ${kept}`].join('\n');
}

const shareOf = (part: number, whole: number): string => `${part} of ${whole}`.padStart(8);

function rowOf(path: string, seen: readonly Seen[], rounds: readonly Round[]): string {
  const failed = [...roundsIn(seen.filter(hasFailed))];
  const share = (kind: Round['kind']) => {
    const ofKind = (round: Round) => round.kind === kind;
    return shareOf(failed.filter(ofKind).length, rounds.filter(ofKind).length);
  };
  const longest = Math.max(...seen.map(({ seconds }) => seconds)).toFixed(0);
  return `${shareOf(failed.length, rounds.length)}  ${share('quiet')}  ${share('busy')}  ${`${longest} s`.padStart(7)}  ${path}`;
}

/** A file that never failed need not have run in each round: a round may have had no report, and all of its tests may be skipped. */
function passedLines(byPath: ReadonlyMap<string, readonly Seen[]>, rounds: readonly Round[]): readonly string[] {
  const counts = new Map<number, number>();
  for (const seen of byPath.values()) {
    if (seen.some(hasFailed)) continue;
    const times = roundsIn(seen.filter(({ passed }) => passed > 0)).size;
    counts.set(times, (counts.get(times) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => b - a)
    .map(([times, count]) => {
      const others = times < rounds.length ? ', and did not run in the others' : '';
      return `${countOfFiles(count)} passed ${times} of ${rounds.length}${others}`;
    });
}

/** The table at the end of a run. */
export function steadyTable(rounds: readonly Round[]): string {
  const byPath = seenByPath(rounds);
  const failing = [...byPath].filter(([, seen]) => seen.some(hasFailed)).sort(([a], [b]) => (a < b ? -1 : 1));
  const commits = new Set(rounds.map(({ commit, hasChanges }) => `${commit}${hasChanges ? ' with changes' : ''}`));
  const head = `${rounds.length} ${rounds.length === 1 ? 'round' : 'rounds'} of ${[...commits].join(', ')}`;
  const title = '  failed  of quiet   of busy  longest  file';
  const rows = failing.map(([path, seen]) => [rowOf(path, seen, rounds), ...kindsOf(seen).map(kindText)].join('\n'));
  return [
    ...(rounds.length > 0 ? [head] : ['No round was finished.']),
    ...(rows.length > 0 ? [title, ...rows] : []),
    ...passedLines(byPath, rounds),
  ].join('\n');
}
