/** A built server with the demo circle, as a process of its own, and what is to be known of it before it is photographed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

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

/** What the pictures are of: ids of the demo's rows, as its first member sees them. */
async function whatThereIs(url, login) {
  const { access_token: token, user } = await ask(url, 'POST', '/auth/sign-in', { body: login });
  const list = async (path) => (await ask(url, 'GET', path, { token })).items;
  const [posts, friends, groups] = await Promise.all([list('/posts?limit=50'), list('/friends'), list('/groups')]);
  const mostSaid = (some) => [...some].sort((a, b) => b.comment_count - a.comment_count)[0];
  return {
    user,
    ownPost: mostSaid(posts.filter(({ author_id }) => author_id === user.id)).id,
    othersPost: mostSaid(posts.filter(({ author_id }) => author_id !== user.id)).id,
    friend: friends[0].friend_id,
    group: groups[0].id,
    ownGroup: groups.find(({ founder_id }) => founder_id === user.id)?.id ?? groups[0].id,
  };
}

export async function startDemo(place) {
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
      DATA_DIR: 'data',
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
  let newcomers = 0;
  return {
    url,
    login: { email, password },
    ids: await whatThereIs(url, { email, password }),
    /** Somebody who has just joined and knows nobody. */
    async newcomer() {
      newcomers += 1;
      const login = { email: `emil${newcomers}@kith.example`, password: 'sit down 8' };
      await ask(url, 'POST', '/auth/sign-up', { body: { ...login, name: 'Emil Holt' } });
      const mails = await (await fetch(`${url}/dev/mail`, { headers: { accept: 'application/json' } })).json();
      const [link] = mails.find(({ to }) => to === login.email).links;
      await ask(url, 'POST', '/auth/verify', { body: { token: new URL(link).searchParams.get('verify') } });
      return login;
    },
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
