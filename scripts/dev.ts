/**
 * `npm run dev`: the page with hot reload on http://localhost:5173, and the server, which restarts whenever one of its files changes. One
 * Ctrl-C ends both.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const port = process.env.PORT ?? '3000';
process.env.KITH_DEV_SERVER = `http://127.0.0.1:${port}`;

const { createServer } = await import('vite');
const page = await createServer({ root, configFile: join(root, 'vite.config.ts') });
await page.listen();
const address = page.resolvedUrls?.local[0] ?? 'http://localhost:5173/';
console.log(`The page, with hot reload: ${address}`);

const tsx = createRequire(import.meta.url).resolve('tsx/cli');
const server = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'sync-server/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, PORT: port, PUBLIC_URL: process.env.PUBLIC_URL ?? address.replace(/\/$/, '') },
});

let ending = false;
async function end() {
  if (ending) return;
  ending = true;
  const gone = server.exitCode === null && server.signalCode === null ? once(server, 'exit') : Promise.resolve();
  server.kill('SIGTERM');
  await Promise.all([gone, page.close()]);
  process.exit(0);
}
process.on('SIGINT', end).on('SIGTERM', end);
server.on('exit', end);
