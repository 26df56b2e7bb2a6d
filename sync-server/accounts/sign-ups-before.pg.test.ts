/** What migration 0012 makes of old sign-ups, which were accounts without a proved address. Since then each sign-up is its own row. */
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { apiClient } from '../../tests/support/api-client.ts';
import { PASSWORD } from '../../tests/support/circle.ts';
import { test as dbTest } from '../../tests/support/fixtures/db.ts';
import { startApp } from '../../tests/support/start-app.ts';
import { openDatabase, openPool } from '../db/connect.ts';
import { migrate, migrationsDir } from '../db/migrate.ts';
import { hashPassword, hashSecret } from './secrets.ts';

const silent = pino({ level: 'silent' });
const STRANGERS = 'a stranger typed 2';
const CHOSEN = 'chosen by the link 3';

const test = dbTest
  /** a database as it was before migration 0012 */
  .extend('before', async ({ db }, { onCleanup }) => {
    const dir = mkdtempSync(join(tmpdir(), 'kith-migrations-'));
    for (const name of readdirSync(migrationsDir)) if (name < '0012') copyFileSync(join(migrationsDir, name), join(dir, name));
    const name = `before_${uuid().replaceAll('-', '')}`;
    await db.sql.unsafe(`create database ${name}`);
    const url = new URL(db.url);
    url.pathname = `/${name}`;
    const [sql, database] = [openPool(url.href, silent, 4), openDatabase(url.href, silent, 6)];
    const close = async () => {
      await database.close();
      await sql.end({ timeout: 2 });
      await db.sql.unsafe(`drop database if exists ${name} with (force)`);
      rmSync(dir, { recursive: true, force: true });
    };
    onCleanup(close);
    await migrate(database, dir);
    return { sql, database, url: url.href, close };
  });

test('an open link still works and asks for a password; members stay; the rest is deleted', async ({ before }) => {
  const { sql, database } = before;
  const passwordHash = await hashPassword(STRANGERS);
  const addUser = async (email: string, verified: boolean): Promise<string> => {
    const id = uuid();
    await sql`insert into users (id, email, email_verified_at, password_hash) values (${id}, ${email}, ${verified ? new Date() : null}, ${passwordHash})`;
    await sql`insert into profiles (id, name, write_id) values (${id}, 'Somebody', ${uuid()})`;
    await sql`insert into scopes (kind, owner) values ('network', ${id}), ('friends', ${id})`;
    return id;
  };
  const addLink = (user: string, token: string, purpose: string, choice: string | null, ends: string) => sql`
    insert into address_tokens (hash, user_id, purpose, name, password_hash, expires_at)
    values (${hashSecret(token)}, ${user}, ${purpose}, ${choice}, ${choice && passwordHash}, now() + ${ends}::interval)`;
  const member = await addUser('member@kith.test', true);
  await addLink(member, 'reset-of-member', 'reset', null, '1 hour');
  await sql`
    insert into sessions (id, user_id, family_hash, token_hash, created_at, expires_at)
    values (${uuid()}, ${member}, '', '', now() - interval '350 days', now() + interval '60 days')`;
  const waiting = await addUser('waiting@kith.test', false);
  await addLink(waiting, 'first', 'verify', 'First', '1 day');
  await addLink(waiting, 'second', 'verify', 'Second', '1 day');
  await addLink(waiting, 'too-late', 'verify', 'Late', '-1 day');
  await addLink(waiting, 'reset', 'reset', null, '1 hour');
  await addUser('forgotten@kith.test', false);

  expect((await migrate(database))[0]).toBe('0012_sign_ups.sql');
  expect((await sql`select email from users`).map(({ email }) => email)).toEqual(['member@kith.test']);
  expect((await sql`select name from sign_ups order by name`).map(({ name }) => name)).toEqual(['First', 'Second']);
  expect(await sql`select from scopes where owner <> ${member}`).toHaveLength(0);
  const [session] = await sql<{ days: number }[]>`select extract(epoch from expires_at - now()) / 86400 as days from sessions`;
  expect(Math.round(Number(session?.days))).toBe(15);

  const app = await startApp({ on: before });
  try {
    const post = (path: string, body: object) => apiClient(app.url).post(path, body);
    expect(await post('/api/auth/verify', { token: 'first' })).toMatchObject({ status: 403, body: { code: 'SIGN_UP_PASSWORD_MISSING' } });
    const confirmed = await post('/api/auth/verify', { token: 'first', password: CHOSEN });
    expect(confirmed).toMatchObject({ status: 200, body: { data: { user: { email: 'waiting@kith.test', name: 'First' } } } });
    const statusOf = async (password: string) => (await post('/api/auth/sign-in', { email: 'waiting@kith.test', password })).status;
    expect(await statusOf(CHOSEN)).toBe(200);
    expect(await statusOf(STRANGERS)).not.toBe(200);
    for (const token of ['second', 'too-late']) expect((await post('/api/auth/verify', { token, password: PASSWORD })).status).toBe(400);
    for (const token of ['reset', 'reset-of-member']) {
      const { status } = await post('/api/auth/reset-password', { token, password: PASSWORD });
      expect([token, status]).toEqual([token, token === 'reset' ? 400 : 200]);
    }
  } finally {
    await app.close();
  }
});
