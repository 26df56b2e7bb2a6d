/**
 * `npm run test:release`: everything, before a release and each night. The tests that decide, without second looks; the rest, with the other
 * browsers; ten minutes of new seeds. Says once a minute how far it is, and ends with one table and the failures by name. What each part
 * printed is in `test-results/`. Exits with 1 if anything failed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyArtefacts } from './prepare-tests.ts';
import { releaseTable, runSteps, type Step } from './release.ts';
import { untilInterrupted } from './run-command.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const results = join(root, 'test-results');
const npmRun = (...args: readonly string[]) => ({ command: 'npm', args: ['run', '--silent', ...args] });
const steps: readonly Step[] = [
  { name: 'tests, strict', ...npmRun('test', '--', '--strict') },
  { name: 'the rest', ...npmRun('test:rest') },
  { name: 'new seeds', ...npmRun('test:explore', '--', '--minutes', '10') },
];

const signal = untilInterrupted();
emptyArtefacts(root);
const ended = await runSteps(steps, {
  cwd: root,
  env: { ...process.env, KITH_KEEP_RESULTS: 'yes' },
  say: (line) => console.log(line),
  signal,
});
mkdirSync(results, { recursive: true });
for (const { name, output } of ended) writeFileSync(join(results, `${name.replaceAll(/\W+/g, '-')}.txt`), output);
console.log(`\n${releaseTable(ended)}`);
const isGood = ended.length === steps.length && ended.every(({ good }) => good);
process.exit(signal.aborted ? 130 : isGood ? 0 : 1);
