/**
 * `npm run bench`: measures, and prints one table of ratios against floors of the same run.
 *
 * What follows `--`: `--quick` does little of everything, `--json <file>` writes the table to a file as well,
 * `--record` writes it into docs/performance.md; the rest
 * says which rows, by parts of the names of their files (`npm run bench -- post-to-friends`).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBrowser } from './ensure-browser.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' }, record: { type: 'boolean', default: false } },
});
if (values.record && (values.quick || positionals.length > 0)) {
  console.error('--record keeps a whole run only.');
  process.exit(1);
}
const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'vitest.bench.config.ts', ...positionals];
const env = {
  ...process.env,
  KITH_CHROMIUM: await ensureBrowser(),
  BENCH_QUICK: values.quick ? '1' : '0',
  ...(values.json ? { BENCH_JSON: resolve(values.json) } : {}),
  ...(values.record ? { BENCH_RECORD: join(root, 'docs/performance.md') } : {}),
};
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
const passOn = (signal) => child.kill(signal);
process.on('SIGINT', passOn).on('SIGTERM', passOn);
const [code] = await once(child, 'exit');
process.exit(code ?? 1);
