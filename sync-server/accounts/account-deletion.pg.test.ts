/**
 * When a member leaves, everything that belongs to them or names them disappears: from the tables, from the files below them, and from what
 * others receive.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { settingId, settingKey } from '../../schemas/profiles/setting-keys.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { apiClient } from '../../tests/support/api-client.ts';
import { type Member, SESSION_COOKIE, test as serverTest } from '../../tests/support/fixtures/server.ts';
import { tokenOf } from '../../tests/support/member.ts';
import { ModelReplica } from '../../tests/support/model-replica.ts';
import { someSubscription } from '../../tests/support/some-subscription.ts';
import { register } from '../features/push/subscriptions.ts';
import { dropTracesOfDeletedMembers } from './account-deletion.ts';

const test = serverTest
  .extend(
    'leave',
    () =>
      (member: Member, body: object = { confirmation: 'DELETE' }) =>
        member.client.call('DELETE', '/api/profiles/me', body),
  )
  /** the tables that contain this text anywhere, apart from the change log's record of removals */
  .extend('tablesWith', ({ db }) => async (text: string): Promise<string[]> => {
    const tables = await db.sql<{ name: string }[]>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`;
    const found: string[] = [];
    for (const { name } of tables) {
      const removals = name === 'public.changes' ? ' and not t.removed' : '';
      const [row] = await db.sql.unsafe<{ count: number }[]>(
        `select count(*)::int as count from ${name} t where t::text ilike '%' || $1 || '%'${removals}`,
        [text],
      );
      if ((row?.count ?? 0) > 0) found.push(name);
    }
    return found;
  });

/** Distinctive texts of one member, so that a search finds only theirs. */
const words = (name: string) => ({
  name: `Quillon ${name}`,
  post: `Marzipan ${name} in the attic`,
  comment: `Heliotrope ${name} said so`,
  message: `Palimpsest ${name} at noon`,
  bio: `Zeppelin ${name} collector`,
  endpoint: `https://push.example.net/${name}/where-the-phone-is`,
});

test('after a member leaves, no table and no file contains anything of theirs, and others keep what is theirs', async ({
  circle,
  db,
  leave,
  tablesWith,
}) => {
  const said = words('Ottoline');
  const ana = await circle.signUp(said.name);
  const [ben, carl, dora, eva] = [
    await circle.signUp('Ben'),
    await circle.signUp('Carl'),
    await circle.signUp('Dora'),
    await circle.signUp('Eva'),
  ];
  for (const friend of [ben, carl, eva]) await circle.befriend(ana, friend);
  await circle.befriend(ben, carl);
  await circle.befriend(eva, dora);
  await ana.client.put('/api/profiles/me', { bio: said.bio, interests: [said.bio] });

  for (const audience of ['friends', 'friends_of_friends', 'private', 'public'] as const) {
    const post = await circle.post(ana, { content: said.post, audience });
    if (audience !== 'private') await circle.react(ben, 'comment', await circle.comment(ben, post));
  }
  await circle.post(ana, { content: said.post, audience: 'specific', chosen: [ben, dora] });
  const bens = await circle.post(ben, { content: 'for these two', audience: 'specific', chosen: [ana, carl] });
  const comment = await circle.comment(ana, bens, said.comment);
  await circle.react(carl, 'comment', comment);
  await circle.react(ana, 'post', bens);
  const own = await circle.group(ana, ben, carl);
  const message = await circle.message(ana, own, said.message);
  await circle.react(ben, 'message', message);
  const answer = await circle.message(carl, own, 'yes', message);
  await circle.setRole(ana, own, carl, 'admin');
  const alone = await circle.group(ana);
  await circle.message(ana, alone, said.message);
  const bensGroup = await circle.group(ben, ana);
  await circle.message(ana, bensGroup, said.message);
  await circle.inviteToGroup(ana, own, eva);
  await circle.invite(ana, { email: 'somebody.else@kith.test' });
  const known = await circle.invite(dora, { email: ana.email });
  await circle.push(eva, 'settings', {
    id: settingId(eva.id, settingKey.blocked(ana.id)),
    user_id: eva.id,
    key: settingKey.blocked(ana.id),
    value: 'on',
  });
  await ana.client.post('/api/misc/contact', { subject: 'Hello', message: said.post });
  // An invite link of hers, and a sign-up with her address by a friend's link.
  expect((await ana.client.post('/api/friends/invite-links', {})).status).toBe(201);
  const { token: invite } = (await dora.client.post('/api/friends/invite-links', {})).body.data;
  await dora.client.post('/api/auth/sign-up', { email: ana.email, name: 'Nobody', password: 'correct horse 7', invite });
  expect(await db.sql`select from linked_sign_ups where email = ${ana.email}`).toHaveLength(1);
  const { sessionId } = await circle.openSession(ana);
  await db.database.write((tx) => register(tx, { sessionId, userId: ana.id }, someSubscription(said.endpoint)));
  const texts = [...Object.values(said), ana.email, ana.id];
  for (const text of texts) expect(await tablesWith(text)).not.toEqual([]);

  // The planner's samples of the data stay when the rows are deleted.
  await db.sql`analyze`;
  expect(await leave(ana)).toMatchObject({ status: 200, body: { success: true } });

  for (const text of texts) expect([text, await tablesWith(text)]).toEqual([text, []]);
  expect(await circle.roles(own)).toEqual({ Carl: 'owner', Ben: 'member' });
  expect(await circle.visibleRow(carl, 'groups', own)).toMatchObject({ founder_id: carl.id });
  expect(await circle.visibleRow(ben, 'group_messages', answer)).toMatchObject({ content: 'yes' });
  expect(await db.sql`select from groups where id = ${alone}`).toHaveLength(0);
  expect(await circle.visibleRow(carl, 'posts', bens)).toMatchObject({ content: 'for these two', specific_user_ids: [carl.id] });
  expect(await circle.visibleRow(carl, 'comments', comment)).toBeUndefined();
  expect(await circle.visibleRow(dora, 'invitations', known)).toBeUndefined();
  expect((await ben.client.get('/api/friends')).body.data.items).toMatchObject([{ friend_id: carl.id }]);

  const [at] = await db.sql<{ pid: number; oid: string }[]>`
    select pg_backend_pid() as pid, oid::text from pg_database where datname = current_database()`;
  // The working directory of Postgres is its data directory.
  const folder = join('/proc', String(at?.pid), 'cwd', 'base', at?.oid ?? '');
  const rewritten = async () => {
    // It leaves what a running statement may still see, such as one of the autovacuum.
    await db.sql`vacuum full`;
    await db.sql`checkpoint`;
    const bytes = readdirSync(folder).map((file) => readFileSync(join(folder, file)));
    const inFiles = (text: string) => bytes.some((file) => file.includes(text));
    expect(inFiles('for these two')).toBe(true);
    expect(Object.values(said).filter(inFiles)).toEqual([]);
  };
  await vi.waitFor(rewritten, { timeout: 60_000, interval: 100 });
});

test('the devices of the people chosen for a post learn that one of them left', async ({ circle, leave }) => {
  const [gus, hal, ida, jon] = [
    await circle.signUp('Gus'),
    await circle.signUp('Hal'),
    await circle.signUp('Ida'),
    await circle.signUp('Jon'),
  ];
  for (const friend of [hal, ida, jon]) await circle.befriend(gus, friend);
  const post = await circle.post(gus, { audience: 'specific', chosen: [hal, ida, jon] });
  const devices = [gus, ida, jon].map(({ id }) => new ModelReplica(circle.engine, id, ['posts']));
  for (const device of devices) await device.pullAll();
  await leave(hal);
  for (const device of devices) {
    await device.pullAll();
    expect(device.document('posts', post)?.specific_user_ids).toEqual([ida.id, jon.id].sort());
  }
});

test('no mail is left for any address of a member who left: the present one, a former one, one that was never confirmed', async ({
  circle,
  server,
  leave,
  tablesWith,
}) => {
  const ana = await circle.signUp('Quillon Wanderer');
  const ask = async (email: string) => {
    expect((await ana.client.put('/api/auth/user', { email, current_password: ana.password })).status).toBe(200);
    return tokenOf(await server.mailTo(email), 'address');
  };
  const [second, third, fourth] = ['wanderer.two@kith.test', 'wanderer.three@kith.test', 'wanderer.four@kith.test'] as const;
  await apiClient(server.url).post('/api/auth/forgot-password', { email: ana.email });
  await server.mailTo(ana.email, ({ subject }) => subject === 'Choose a new password');
  expect((await ana.client.post('/api/auth/confirm-address', { token: await ask(second) })).status).toBe(200);
  await server.mailTo(ana.email, ({ subject }) => subject === 'Your address was changed');
  await ask(third);
  await ask(fourth);
  const texts = [ana.email, second, third, fourth, 'Quillon Wanderer'];
  for (const text of texts) expect(await tablesWith(text)).toContain('public.mailbox');
  expect(await leave(ana)).toMatchObject({ status: 200 });
  for (const text of texts) expect([text, await tablesWith(text)]).toEqual([text, []]);
});

test('every device of the member learns that the account is deleted, friends lose its rows, and the address is free again', async ({
  circle,
  server,
  leave,
}) => {
  const [ana, ben] = [await circle.signUp('Ana Twice'), await circle.signUp('Ben Twice')];
  await circle.befriend(ana, ben);
  const post = await circle.post(ana);
  const other = await circle.openSession(ana, 'another device');
  const away = apiClient(server.url);
  away.jar.set(SESSION_COOKIE, other.refreshToken);
  away.use(other.accessToken);
  expect(await circle.visibleRow(ben, 'posts', post)).toBeDefined();

  await leave(ana);

  expect(await circle.visibleRow(ben, 'posts', post)).toBeUndefined();
  expect(await circle.visibleRow(ben, 'profiles', ana.id)).toBeUndefined();
  expect((await ana.client.get('/api/posts')).status).toBe(401);
  expect((await away.get('/api/posts')).status).toBe(401);
  expect(await away.post('/api/auth/refresh')).toMatchObject({
    status: 401,
    body: { code: 'ACCOUNT_DELETED', message: answerWording.ACCOUNT_DELETED },
  });
  expect(away.jar.has(SESSION_COOKIE)).toBe(false);
  expect((await apiClient(server.url).post('/api/auth/sign-in', { email: ana.email, password: ana.password })).status).toBe(401);
  const again = await circle.signUp('Ana Twice');
  expect(again.id).not.toBe(ana.id);
  expect((await again.client.get('/api/friends')).body.data.items).toEqual([]);
});

test('deleting takes the confirmation word, and a member who has just shown that they are there', async ({ circle, db, leave }) => {
  const ana = await circle.signUp('Careful');
  await db.sql`update sessions set present_at = now() - interval '6 minutes' where user_id = ${ana.id}`;
  for (const [body, status, code] of [
    [{}, 422, 'INVALID'],
    [{ confirmation: 'delete' }, 422, 'INVALID'],
    [{ confirmation: 'DELETE' }, 403, 'PRESENT_PASSWORD_MISSING'],
  ] as const) {
    expect(await leave(ana, body)).toMatchObject({ status, body: { code } });
  }
  await db.sql`update sessions set present_at = now() where user_id = ${ana.id}`;
  expect((await leave(ana, { confirmation: 'DELETE' })).status).toBe(200);
  expect((await leave(ana)).status).toBe(401);
});

test('a member leaves while others write to them: no table has anything of the member afterwards', async ({
  circle,
  db,
  leave,
  tablesWith,
}) => {
  for (let round = 0; round < 4; round += 1) {
    const [ana, ben] = [await circle.signUp(`Ana ${round}`), await circle.signUp(`Ben ${round}`)];
    await circle.befriend(ana, ben);
    const group = await circle.group(ben, ana);
    const [anas, bens] = [await circle.post(ana), await circle.post(ben)];
    await Promise.all([
      leave(ana),
      circle.push(ben, 'comments', circle.commentDocument(ben, anas)),
      circle.push(ana, 'comments', circle.commentDocument(ana, bens, 'a last word')),
      circle.push(ben, 'posts', circle.postDocument(ben)),
      circle.push(ana, 'group_messages', circle.messageDocument(ana, group, 'a last word')),
      circle.unfriend(ben, ana),
      circle.push(ben, 'invitations', circle.invitationDocument(ben, { member: ana.id })),
    ]);
    await circle.engine.settled();
    await dropTracesOfDeletedMembers(db.database);
    expect(await tablesWith('a last word')).toEqual([]);
    const remaining = await tablesWith(ana.id);
    // An entry of the change log without a row is answered as a removal.
    expect(remaining.filter((table) => table !== 'public.changes' && table !== 'public.applied_writes')).toEqual([]);
  }
});
