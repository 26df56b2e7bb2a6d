/**
 * `npm run bench`: measures and prints ratios against floors of the same run. What follows `--` goes to vitest (a file name, say).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './ensure-browser.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'vitest.bench.config.ts', ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, KITH_CHROMIUM: await ensureBrowser() } });
const passOn = (signal) => child.kill(signal);
process.on('SIGINT', passOn).on('SIGTERM', passOn);
const [code] = await once(child, 'exit');
process.exit(code ?? 1);
