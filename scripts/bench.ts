/**
 * `npm run bench`: measures, and prints one table of ratios against floors of the same run.
 *
 * Options after `--`: `--quick` does little of everything. `--json <file>` also writes the table to a file. `--against <commit>` also
 * measures the app of that commit, alternating with this one, wherever a browser is measured. `--record` writes the tables into
 * docs/measurements/performance.md. The other words choose rows, by parts of the names of their files (`npm run bench -- post-to-friends`).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkOutAndBuild, type OtherCheckout } from './check-out-and-build.ts';
import { ensureBrowser } from './ensure-browser.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    against: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
});
const recorded = new Set(['what-people-feel', 'photos']);
if (values.record && (values.quick || positionals.some((part) => !recorded.has(part)))) {
  console.error('--record keeps a whole run only, or all of what-people-feel or of photos.');
  process.exit(1);
}

const interrupted = new AbortController();
process.on('SIGINT', () => interrupted.abort()).on('SIGTERM', () => interrupted.abort());

/** Runs the benches. Returns the exit code. */
async function measure(other: OtherCheckout | null): Promise<number> {
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'vitest.bench.config.ts', ...positionals];
  const env = {
    ...process.env,
    KITH_CHROMIUM: await ensureBrowser(),
    BENCH_QUICK: values.quick ? '1' : '0',
    ...(other ? { BENCH_AGAINST: other.place, BENCH_AGAINST_NAME: other.id } : {}),
    ...(values.json ? { BENCH_JSON: resolve(values.json) } : {}),
    ...(values.record ? { BENCH_RECORD: join(root, 'docs/measurements/performance.md') } : {}),
  };
  interrupted.signal.throwIfAborted();
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
  interrupted.signal.addEventListener('abort', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

let other: OtherCheckout | null = null;
try {
  if (values.against) other = await checkOutAndBuild(values.against, interrupted.signal);
  process.exitCode = await measure(other);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await other?.remove();
}
