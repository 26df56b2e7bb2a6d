/**
 * `npm run test:server:node -- 22`: runs the tests of the server with this Node, which npm brings. Words after it go to vitest, such as a
 * part of a path.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { installNode } from './npm-packages.ts';

const [major = '', ...words] = process.argv.slice(2);
if (!/^\d+$/.test(major)) {
  console.error('Name a major version of Node: npm run test:server:node -- 22');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'kith-node-'));
// Some tests start it as an ordinary user.
chmodSync(folder, 0o755);
try {
  const node = installNode(major, folder);
  const PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(node, [vitest, 'run', '--project=server', '--project=server-rare', ...words], {
    stdio: 'inherit',
    env: { ...process.env, PATH },
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
