/**
 * `npm run test:explore -- --minutes 60`: plays the histories, lives, bodies and properties by new seeds until the time is over, and prints
 * what failed, with its seed and the shortest history. Other words choose files by a part of their path: `-- --minutes 30 histories`.
 * Exits with 1 if something was found. A seed repeats it: `KITH_SEED=1234 npm test -- <file>`.
 */
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { callsOf, explore, filesThatDraw, findingText } from './explore.ts';
import { emptyArtefacts, npmRun } from './prepare-tests.ts';
import { untilInterrupted } from './run-command.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values, positionals } = parseArgs({ allowPositionals: true, options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`--minutes ${values.minutes}: give a number of minutes, such as --minutes 60`);
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split(
  '\n',
);
const files = filesThatDraw(root, tracked).filter((file) => positionals.length === 0 || positionals.some((part) => file.includes(part)));
if (files.length === 0) throw new Error(`No test file with ${positionals.join(' or ')} in its path draws by chance`);

const signal = untilInterrupted();
emptyArtefacts(root);
const built = await npmRun('build', root, signal);
if (!built.good) {
  console.error(`The build failed.\n${built.output}`);
  process.exit(1);
}
console.log(`${files.length} files, for ${minutes} minutes`);
const { seeds, findings } = await explore({
  root,
  calls: callsOf(files),
  env: process.env,
  maxMs: minutes * 60_000,
  signal,
  say: (line) => console.log(line),
});
if (findings.length > 0) console.log(`\nFound\n${findings.map(findingText).join('\n\n')}`);
console.log(`\n${seeds} seeds, ${findings.length} found`);
process.exit(signal.aborted ? 130 : findings.length === 0 ? 0 : 1);
