/**
 * `npm run keep-release`: writes a backup of the demo circle as this version makes it, into `tests/releases/<version>.backup`. Tests restore
 * it with the code of later versions. A file that is there stays as it is: nobody can write it again once the version has passed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kithVersion } from '../sync-server/version.ts';
import { build } from './build.ts';
import { copyBuild } from './copy-build.ts';
import { startDemo } from './screenshots/demo-server.ts';

const MOST_BYTES = 200_000;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const file = join(root, 'tests/releases', `${kithVersion()}.backup`);
if (existsSync(file)) {
  console.error(`${file} is there already. Delete it first, if this version is not released yet.`);
  process.exit(1);
}
await build();
const place = mkdtempSync(join(tmpdir(), 'kith-release-'));
try {
  await copyBuild(place);
  const demo = await startDemo(place, 'release');
  try {
    // What the test looks for. The demo is older the later it is read.
    await demo.member.post('/posts', { content: 'Kept for later versions', visibility_type: 'friends' });
    mkdirSync(dirname(file), { recursive: true });
    const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: join(place, 'data-release') };
    execFileSync(process.execPath, [join(place, 'dist/server/main.js'), 'kith', 'backup', file], { cwd: place, stdio: 'inherit', env });
  } finally {
    await demo.stop();
  }
  const { size } = statSync(file);
  if (size > MOST_BYTES) {
    rmSync(file);
    throw new Error(`The backup has ${size} bytes, which is too much for a file that stays in the repository.`);
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
