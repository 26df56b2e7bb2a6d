/**
 * `npm run keep-release`: writes a backup of the demo circle as this version makes it, into `tests/releases/<version>.backup`. Tests
 * restore it with the code of later versions. A file that is there stays as it is: nobody can write it again once the version has passed.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blankPost } from '../schemas/posts/post.ts';
import { kithVersion } from '../sync-server/base/version.ts';
import { build } from './build.ts';
import { copyBuild } from './copy-build.ts';
import { freePort } from './free-port.ts';

const MOST_BYTES = 200_000;
type Answer = { readonly data: { readonly access_token: string } };

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
  const main = join(place, 'dist/server/main.js');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: join(place, 'data') };
  const server = spawn(process.execPath, [main, '--demo'], {
    cwd: place,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, PORT: String(port), PUBLIC_URL: url },
  });
  try {
    let output = '';
    for await (const chunk of server.stdout) {
      output += chunk;
      if (output.includes('Stop with')) break;
    }
    const [, email, password] = /Demo login\s+(\S+)\s+password (.+)/.exec(output) ?? [];
    if (!email) throw new Error(`The demo server did not start:\n${output}`);
    const post = async (path: string, body: object, token = ''): Promise<Answer> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      return (await response.json()) as Answer;
    };
    const { data } = await post('/auth/sign-in', { email, password });
    // What the test looks for. The demo is older the later it is read.
    await post('/posts', { ...blankPost, content: 'Kept for later versions' }, data.access_token);
    mkdirSync(dirname(file), { recursive: true });
    execFileSync(process.execPath, [main, 'kith', 'backup', file], { cwd: place, stdio: 'inherit', env });
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  const { size } = statSync(file);
  if (size > MOST_BYTES) {
    rmSync(file);
    throw new Error(`The backup has ${size} bytes, which is too much for a file that stays in the repository.`);
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
