import { expect, test } from 'vitest';
import type { FileOutcome, Round } from './steady-rounds.ts';
import { steadyTable } from './steady-table.ts';

function someFile(path: string, options: Partial<FileOutcome> = {}): FileOutcome {
  return { path, seconds: 1, passed: 1, skipped: 0, failures: [], ...options };
}

function someRound(nth: number, files: readonly FileOutcome[], options: Partial<Round> = {}): Round {
  const kind = nth % 2 === 1 ? 'quiet' : 'busy';
  return { nth, kind, commit: 'abc', hasChanges: false, seconds: 9, files, outside: null, ...options };
}

const failure = (message: string) => ({ name: 'b.test.ts > a story', message });

test('a file that failed has its counts, its longest time, and the first message of each kind', () => {
  const b = (seconds: number, ...messages: readonly string[]) => someFile('b.test.ts', { seconds, failures: messages.map(failure) });
  const steady = [someFile('a.test.ts'), someFile('c.test.ts')];
  const table = steadyTable([
    someRound(1, [...steady, b(3)]),
    someRound(2, [...steady, b(41, 'row 17 is missing\nat line 4')]),
    someRound(3, [...steady, b(4, 'too late')], { commit: 'def', hasChanges: true }),
    someRound(4, [...steady, b(5, 'row 18 is missing\nat line 5')]),
  ]);
  expect(table.split('\n')).toEqual([
    '4 rounds of abc, def with changes',
    '  failed  of quiet   of busy  longest  file',
    '  3 of 4    1 of 2    2 of 2     41 s  b.test.ts',
    '    2 × b.test.ts > a story',
    '        row 17 is missing',
    '        at line 4',
    '        kept: test-results/b.test.ts/round-2-busy',
    '    1 × b.test.ts > a story',
    '        too late',
    '        kept: test-results/b.test.ts/round-3-quiet',
    '2 files passed 4 of 4',
  ]);
});

test('a file passes only the rounds in which it ran', () => {
  const skipped = someFile('skipped.test.ts', { passed: 0, skipped: 3 });
  const table = steadyTable([someRound(1, [someFile('a.test.ts'), skipped]), someRound(2, [], { outside: 'The run left no report.' })]);
  expect(table.split('\n').slice(2)).toEqual([
    '  1 of 2    0 of 1    1 of 1      9 s  outside of all tests',
    '    1 × outside of all tests',
    '        The run left no report.',
    '        kept: test-results/outside of all tests/round-2-busy',
    '1 file passed 1 of 2, and did not run in the others',
    '1 file passed 0 of 2, and did not run in the others',
  ]);
});
