/** A built server with the demo circle, as a process of its own, and what is to be known of it before it is photographed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildServiceWorker } from '../service-worker-build.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const PASSWORD = 'sit down 8';

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}

async function ask(url, method, path, { token, body } = {}) {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await response.json();
  if (!answer.success) throw new Error(`${method} ${path}: ${answer.message}`);
  return answer.data;
}

/** Somebody at the API. */
async function signedIn(url, login) {
  const { access_token: token, user } = await ask(url, 'POST', '/auth/sign-in', { body: login });
  return {
    login,
    id: user.id,
    get: (path) => ask(url, 'GET', path, { token }),
    post: (path, body = {}) => ask(url, 'POST', path, { token, body }),
    patch: (path, body) => ask(url, 'PATCH', path, { token, body }),
    put: (path, body) => ask(url, 'PUT', path, { token, body }),
    delete: (path) => ask(url, 'DELETE', path, { token }),
  };
}

/** What the pictures are of: ids of the demo's rows, as its first member sees them. */
async function whatThereIs(member) {
  const list = async (path) => (await member.get(path)).items;
  const [posts, friends, groups] = await Promise.all([list('/posts?limit=50'), list('/friends'), list('/groups')]);
  const mostSaid = (some) => [...some].sort((a, b) => b.comment_count - a.comment_count)[0];
  return {
    ownPost: mostSaid(posts.filter(({ author_id }) => author_id === member.id)).id,
    othersPost: mostSaid(posts.filter(({ author_id }) => author_id !== member.id)).id,
    friend: friends[0].friend_id,
    group: groups.find(({ founder_id }) => founder_id !== member.id).id,
    ownGroup: groups.find(({ founder_id }) => founder_id === member.id).id,
  };
}

/** Its data lie below `place`, by that name. */
export async function startDemo(place, name) {
  const port = await freePort();
  // Not localhost: what is there for whoever works on the look is in no picture.
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(place, 'dist/server/main.js'), '--demo'], {
    cwd: place,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: '',
      DATA_DIR: `data-${name}`,
      RATE_LIMITS: '0',
    },
  });
  let said = '';
  await new Promise((resolve) => {
    child.on('exit', resolve);
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.includes('Stop with')) resolve();
    });
  });
  const [, email, password] = /Demo login\s+(\S+)\s+password (.+)/.exec(said) ?? [];
  if (!email) throw new Error(`The demo server did not start:\n${said}`);
  const member = await signedIn(url, { email, password });
  let newcomers = 0;

  async function linkTo(address) {
    const mails = await (await fetch(`${url}/dev/mail`, { headers: { accept: 'application/json' } })).json();
    return mails.find(({ to, links }) => to === address && links.length > 0)?.links[0];
  }
  /** The address that the mail to somebody names, once it was sent. */
  async function mailedLink(address) {
    let link;
    while (!link) link = await linkTo(address);
    return link;
  }
  async function newcomer(name) {
    newcomers += 1;
    const login = { email: `${name.split(' ')[0].toLowerCase()}${newcomers}@kith.example`, password: PASSWORD };
    await ask(url, 'POST', '/auth/sign-up', { body: { ...login, name } });
    const link = await mailedLink(login.email);
    await ask(url, 'POST', '/auth/verify', { body: { token: new URL(link).searchParams.get('verify'), password: PASSWORD } });
    return signedIn(url, login);
  }

  return {
    url,
    login: member.login,
    member,
    ids: await whatThereIs(member),
    /** Somebody who has just joined and knows nobody. */
    newcomer,
    linkTo: mailedLink,
    async deploy() {
      const client = join(place, 'dist/client');
      const assets = (await readdir(join(client, 'assets'))).filter((name) => !/\.(?:br|gz)$/.test(name));
      await writeFile(join(client, 'version.json'), JSON.stringify({ at: Date.now() }));
      await buildServiceWorker({ root, clientDir: client, assets });
      for (const copy of ['sw.js.br', 'sw.js.gz']) await rm(join(client, copy), { force: true });
    },
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
