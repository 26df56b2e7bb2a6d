/**
 * `npm test`: lint, types, build, then every test. Runs all of it whatever fails on the way, and ends with one plain line.
 * What follows `--` goes to vitest (`npm test -- --project unit`, a file name, ...).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './ensure-browser.mjs';
import { ensureNats } from './ensure-nats.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
let passed = 0;
let failed = 0;

async function run(command, args, env = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  const passOn = (signal) => child.kill(signal);
  process.on('SIGINT', passOn).on('SIGTERM', passOn);
  const [code, signal] = await once(child, 'exit');
  process.off('SIGINT', passOn).off('SIGTERM', passOn);
  if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(130);
  return code === 0;
}

async function step(name, work) {
  const begun = performance.now();
  console.log(`\n== ${name}`);
  let good = false;
  try {
    good = await work();
  } catch (error) {
    console.error(error.message);
  }
  console.log(`== ${name}: ${good ? 'good' : 'FAILED'} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  if (good) passed += 1;
  else failed += 1;
  return good;
}

/** Counts tests, and besides them a run that went wrong without a failed test (a file that does not load, say). */
async function vitest(env, chosen) {
  const folder = mkdtempSync(join(tmpdir(), 'kith-test-'));
  const report = join(folder, 'report.json');
  console.log('\n== tests');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...chosen];
  const good = await run(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], env);
  let failedTests = 0;
  try {
    const counts = JSON.parse(readFileSync(report, 'utf8'));
    passed += counts.numPassedTests;
    failedTests = counts.numFailedTests;
  } catch {
    console.error('The tests left no report.');
  }
  failed += failedTests;
  if (!good && failedTests === 0) failed += 1;
  rmSync(folder, { recursive: true, force: true });
}

const node = (...args) => run(process.execPath, args);
await step('lint', () => run('npm', ['run', '--silent', 'lint']));
await step('types', () => run('npm', ['run', '--silent', 'types']));
await step('build', () => node(join(root, 'scripts/build.mjs')));
const env = {};
await step('browser', async () => {
  env.KITH_CHROMIUM = await ensureBrowser();
  return true;
});
await step('NATS', async () => {
  const program = await ensureNats();
  if (program) env.KITH_NATS_SERVER = program;
  return true;
});
await vitest(env, process.argv.slice(2));
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
