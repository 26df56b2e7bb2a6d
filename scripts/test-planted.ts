/**
 * Can the histories fail? Plants one fault after the other in a copy of the source and plays histories until one of them finds it.
 * Arguments choose faults by a part of their names. `--suite simulated` plays other histories than those that are expected to find them.
 * `--keep` writes what each run gave into the baseline. Exits with 1 if a fault was not
 * found and the baseline has no reason for that.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { namedCases, namedWorkerCases } from '../tests/sync/oracle/named-cases.ts';
import { keepRun, readBaseline } from '../tests/sync/planted/baseline.ts';
import { edited } from '../tests/sync/planted/edited.ts';
import type { PlantedFault } from '../tests/sync/planted/planted-fault.ts';
import { plantedFaults } from '../tests/sync/planted/planted-faults.ts';

/** One file plays a third of the requested histories, so at most 500. */
const HISTORIES = '1500';
const SEED = process.env.KITH_SEED ?? '1';
const MINUTES = 20;

const copy = mkdtempSync(join(tmpdir(), 'kith-planted-'));
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
for (const file of files.split('\n').filter((name) => name !== '' && !name.startsWith('docs/'))) {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  cpSync(file, join(copy, file), { force: true });
}
symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
/** Modules that no fault changed are not transformed again. */
const cached = ['--experimental.fsModuleCache', `--experimental.fsModuleCachePath=${join(copy, '.modules')}`];
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--project', 'sync', ...cached];

const suites: Readonly<Record<PlantedFault['foundBy'], string>> = {
  histories: 'histories',
  simulated: 'simulated-histories',
  leaving: 'leaving-histories',
  pushes: 'push-histories',
};
const names = [...Object.keys(namedCases), ...Object.keys(namedWorkerCases)];

/** `found`: what found the fault, null where nothing did. `ended`: whether that says something, because the run did not break off. */
function play(suite: PlantedFault['foundBy']): { found: string | null; ended: boolean; outcome: string } {
  const { status, error, stdout, stderr } = spawnSync(process.execPath, [...vitest, `tests/sync/${suites[suite]}.sync.test.ts`], {
    cwd: copy,
    encoding: 'utf8',
    timeout: MINUTES * 60_000,
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      NO_COLOR: '1',
      KITH_SEED: SEED,
      KITH_HISTORIES: HISTORIES,
      KITH_SIMULATED_HISTORIES: HISTORIES,
      KITH_LEAVING_HISTORIES: HISTORIES,
      KITH_PUSH_HISTORIES: HISTORIES,
      KITH_SHRINK_MS: '0',
    },
  });
  const output = stdout + stderr;
  const random = /Error: ((after \d+ histories), KITH_SEED=\d+: [^\n]*(?:\n {2}[^\n]*)?)/.exec(output);
  const lines = output.split('\n');
  const failed = lines.findIndex((line) => line.includes(' FAIL ') && names.some((name) => line.endsWith(`> ${name}`)));
  const named = names.find((name) => lines[failed]?.endsWith(`> ${name}`) && !lines[failed + 1]?.includes('Test timed out'));
  const outcome = random?.[1] ?? (named && `the named case "${named}": ${lines[failed + 1]}`);
  // A run that ends in another way has found nothing.
  const outOfTime = (error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT';
  const found = (status !== 0 && (random?.[2] ?? (named && `the named case "${named}"`))) || null;
  return {
    found,
    ended: found !== null || status === 0 || outOfTime,
    outcome: outcome ?? (status === 0 ? 'all histories passed' : outOfTime ? `not found in ${MINUTES} minutes` : output.slice(-2000)),
  };
}

// A fault that does not fit today's source fails here, before anything is played.
for (const { edits } of plantedFaults) {
  const sources = new Map<string, string>();
  for (const edit of edits) sources.set(edit.file, edited(sources.get(edit.file) ?? readFileSync(edit.file, 'utf8'), edit));
}

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'boolean', default: false }, suite: { type: 'string' } },
});
const otherSuite = (Object.keys(suites) as PlantedFault['foundBy'][]).find((suite) => suite === values.suite);
if (values.suite !== undefined && !otherSuite) throw new Error(`--suite ${values.suite}: there are ${Object.keys(suites).join(', ')}`);
if (otherSuite && values.keep) throw new Error('What another suite finds is not kept: leave out --keep or --suite');
const chosen = plantedFaults.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const missed: string[] = [];
try {
  for (const fault of chosen) {
    const { name, foundBy, edits } = fault;
    const originals = new Map<string, string>();
    const planted = new Map<string, string>();
    for (const edit of edits) {
      const before = planted.get(edit.file) ?? readFileSync(join(copy, edit.file), 'utf8');
      if (!originals.has(edit.file)) originals.set(edit.file, before);
      planted.set(edit.file, edited(before, edit));
    }
    for (const [file, text] of planted) writeFileSync(join(copy, file), text);
    const began = Date.now();
    const { found, ended, outcome } = play(otherSuite ?? foundBy);
    for (const [file, text] of originals) writeFileSync(join(copy, file), text);
    const seconds = Math.round((Date.now() - began) / 1000);
    const before = readBaseline()[name];
    if (values.keep && ended) keepRun(fault, { found, seconds });
    const reason = found === null && ended && before?.reason;
    if (found === null && !reason) missed.push(name);
    console.info(
      `${found ? 'found ' : reason ? 'stays ' : 'MISSED'}  ${name} (${seconds} s, ${before ? `${before.seconds} s` : 'never'} before)`,
    );
    console.info(`        ${(reason || outcome).slice(0, 600)}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.info(`${chosen.length - missed.length} of ${chosen.length} planted faults were found, or have a reason`);
process.exitCode = missed.length === 0 ? 0 : 1;
