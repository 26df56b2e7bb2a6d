/** A built server with the demo circle, in a separate process, and what the pictures need to know about it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { freePort } from '../free-port.ts';
import { buildServiceWorker } from '../service-worker-build.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const PASSWORD = 'sit down 8';

export interface Login {
  readonly email: string;
  readonly password: string;
}

/** A member who uses the API. */
export interface Person {
  readonly login: Login;
  readonly id: string;
  /** The rows that a list returns. */
  list<Row>(path: string, row: z.ZodType<Row>): Promise<Row[]>;
  /** Posts what makes a row. Returns its id. */
  create(path: string, body: object): Promise<string>;
  post(path: string, body?: object): Promise<void>;
  patch(path: string, body: object): Promise<void>;
  put(path: string, body: object): Promise<void>;
  delete(path: string): Promise<void>;
}

const answerSchema = z.object({ success: z.boolean(), message: z.string().optional(), data: z.unknown().optional() });
const madeSchema = z.object({ id: z.string() });
const signedInSchema = z.object({ access_token: z.string(), user: madeSchema });
const mailsSchema = z.array(z.object({ to: z.string(), links: z.array(z.string()) }));

/** The first of rows that must not be empty. @throws Error if they are */
function first<Row>(rows: readonly Row[], what: string): Row {
  const [row] = rows;
  if (row === undefined) throw new Error(`The demo has no ${what}.`);
  return row;
}

async function ask(url: string, method: string, path: string, { token, body }: { token?: string; body?: object } = {}): Promise<unknown> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = answerSchema.parse(await response.json());
  if (!answer.success) throw new Error(`${method} ${path}: ${answer.message}`);
  return answer.data;
}

/** A token lives for some minutes, and the tours take longer on a slow machine. */
const TOKEN_AGE_MS = 5 * 60_000;

async function signedIn(url: string, login: Login): Promise<Person> {
  const signIn = async () => signedInSchema.parse(await ask(url, 'POST', '/auth/sign-in', { body: login }));
  let at = Date.now();
  let { access_token: token, user } = await signIn();
  const asMember = async (method: string, path: string, body?: object): Promise<unknown> => {
    if (Date.now() - at > TOKEN_AGE_MS) {
      at = Date.now();
      ({ access_token: token } = await signIn());
    }
    return ask(url, method, path, { token, ...(body && { body }) });
  };
  return {
    login,
    id: user.id,
    list: async (path, row) => z.object({ items: z.array(row) }).parse(await asMember('GET', path)).items,
    create: async (path, body) => madeSchema.parse(await asMember('POST', path, body)).id,
    async post(path, body = {}) {
      await asMember('POST', path, body);
    },
    async patch(path, body) {
      await asMember('PATCH', path, body);
    },
    async put(path, body) {
      await asMember('PUT', path, body);
    },
    async delete(path) {
      await asMember('DELETE', path);
    },
  };
}

/** What the pictures show: ids of the demo's rows, as its first member sees them. */
interface Ids {
  readonly ownPost: string;
  readonly othersPost: string;
  readonly friend: string;
  readonly group: string;
  readonly ownGroup: string;
}

async function findIds(member: Person): Promise<Ids> {
  const [posts, friends, groups] = await Promise.all([
    member.list('/posts?limit=50', z.object({ id: z.string(), author_id: z.string(), comment_count: z.number() })),
    member.list('/friends', z.object({ friend_id: z.string() })),
    member.list('/groups', z.object({ id: z.string(), founder_id: z.string() })),
  ]);
  const mostSaid = posts.sort((a, b) => b.comment_count - a.comment_count);
  return {
    ownPost: first(
      mostSaid.filter(({ author_id }) => author_id === member.id),
      'post of its member',
    ).id,
    othersPost: first(
      mostSaid.filter(({ author_id }) => author_id !== member.id),
      'post of a friend',
    ).id,
    friend: first(friends, 'friend').friend_id,
    group: first(
      groups.filter(({ founder_id }) => founder_id !== member.id),
      'group of a friend',
    ).id,
    ownGroup: first(
      groups.filter(({ founder_id }) => founder_id === member.id),
      'group of its member',
    ).id,
  };
}

export interface Demo {
  readonly url: string;
  readonly login: Login;
  readonly member: Person;
  readonly ids: Ids;
  /** A member who has just joined and knows nobody. */
  newcomer(name: string): Promise<Person>;
  /** The link in the mail to this address, once it was sent. */
  linkTo(address: string): Promise<string>;
  /** Puts a newer release in place. */
  deploy(): Promise<void>;
  stop(): Promise<void>;
}

/** Its data are stored below `place`, under that name. */
export async function startDemo(place: string, name: string): Promise<Demo> {
  const port = await freePort();
  // Not localhost: the pictures must not show the button for developers who work on the theme.
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
  let output = '';
  await new Promise<void>((resolve) => {
    child.on('exit', () => resolve());
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('Stop with')) resolve();
    });
  });
  const [, email, password] = /Demo login\s+(\S+)\s+password (.+)/.exec(output) ?? [];
  if (!email || !password) throw new Error(`The demo server did not start:\n${output}`);
  const member = await signedIn(url, { email, password });
  let newcomers = 0;

  async function linkTo(address: string): Promise<string | undefined> {
    const response = await fetch(`${url}/dev/mail`, { headers: { accept: 'application/json' } });
    const mails = mailsSchema.parse(await response.json());
    return mails.find(({ to, links }) => to === address && links.length > 0)?.links[0];
  }
  async function mailedLink(address: string): Promise<string> {
    let link: string | undefined;
    while (!link) link = await linkTo(address);
    return link;
  }
  async function newcomer(name: string): Promise<Person> {
    newcomers += 1;
    const login = { email: `${name.replace(/ .*/, '').toLowerCase()}${newcomers}@kith.example`, password: PASSWORD };
    await ask(url, 'POST', '/auth/sign-up', { body: { ...login, name } });
    const link = await mailedLink(login.email);
    await ask(url, 'POST', '/auth/verify', { body: { token: new URL(link).searchParams.get('verify'), password: PASSWORD } });
    return signedIn(url, login);
  }

  return {
    url,
    login: member.login,
    member,
    ids: await findIds(member),
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
