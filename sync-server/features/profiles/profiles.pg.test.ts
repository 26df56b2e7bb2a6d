import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { profileSchema, settingId } from '../../../schemas/profiles/profile.ts';
import { createFeatureWorld, type FeatureWorld, type Member } from '../../../tests/support/feature-world.ts';
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts';

let db: TestDatabase;
let world: FeatureWorld;
let ana: Member;
let ben: Member;
let carl: Member;

beforeAll(async () => {
  db = await testDatabase();
  world = createFeatureWorld(db.database);
  ana = await world.signUp('Ana');
  ben = await world.signUp('Ben');
  carl = await world.signUp('Carl');
  await world.befriend(ana, ben);
});
afterAll(async () => {
  expect(world.logged).toEqual([]);
  await world.close();
  await db.close();
});

test("[PR1] one changes only one's own profile, and never past another device", async () => {
  const { scope: _, ...held } = (await world.held(ana, 'profiles', ana.id)) ?? { scope: 0, id: '', write_id: '' };
  expect(Object.keys(held).sort()).toEqual([...Object.keys(profileSchema.shape), 'write_id'].sort());
  const changed = { ...held, write_id: uuid(), bio: 'Slow mornings.', profile_image_url: '/images/stolen.webp' };
  expect((await world.push(ben, 'profiles', changed, [held.write_id])).code).toBe('NOT_ONESELF');
  const answer = await world.done(ana, 'profiles', changed, [held.write_id]);
  expect(answer.document).toMatchObject({ bio: 'Slow mornings.', profile_image_url: null });
  expect(await world.held(ben, 'profiles', ana.id)).toMatchObject({ bio: 'Slow mornings.' });
  expect((await world.push(ana, 'profiles', { ...changed, write_id: uuid() }, [held.write_id])).code).toBe('CONFLICT');
  expect((await world.push(ana, 'profiles', { id: ana.id, _deleted: true })).code).toBe('UNKNOWN_WRITE');
});

test('a new name reaches those to whom an invitation brings it', async () => {
  const id = await world.invite(ana, { member: carl.id });
  const headOf = async () =>
    (await db.sql<{ head: number }[]>`select head from scopes where kind = 'self' and owner = ${carl.id}`)[0]?.head ?? 0;
  const before = await headOf();
  expect((await world.rest(ana, 'PUT', '/profiles/me', { display_name: 'Ana R.' })).body.data).toMatchObject({ name: 'Ana R.' });
  expect(await headOf()).toBeGreaterThan(before);
  expect(await world.held(carl, 'invitations', id)).toMatchObject({ inviter_name: 'Ana R.' });
  await world.rest(ana, 'PUT', '/profiles/me', { name: 'Ana' });
  await world.done(ana, 'invitations', { id, _deleted: true });
});

test("[PR2] one sets only one's own settings, and only those that there are", async () => {
  const setting = { id: settingId(ana.id, 'theme'), user_id: ana.id, key: 'theme', value: 'dark' };
  expect((await world.push(ben, 'settings', setting)).code).toBe('NOT_ONESELF');
  const first = await world.done(ana, 'settings', setting);
  expect((await world.push(ana, 'settings', { ...setting, value: 'light' })).code).toBe('CONFLICT');
  await world.done(ana, 'settings', { ...setting, value: 'light' }, [first.document?.write_id ?? '']);
  expect((await world.push(ana, 'settings', { ...setting, value: 'mauve' }, [first.document?.write_id ?? ''])).code).toBe('CONFLICT');
  const unknown = { ...setting, id: settingId(ana.id, 'blocked'), key: 'blocked' };
  expect((await world.push(ana, 'settings', unknown)).code).toBe('UNKNOWN_WRITE');
  expect((await world.rest(ana, 'GET', '/profiles/me')).body.data).toMatchObject({ theme: 'light', email: ana.email, name: 'Ana' });
  expect((await world.rest(ana, 'PUT', '/profiles/me', { theme: 'mauve' })).status).toBe(422);
  expect((await world.rest(ana, 'PUT', '/profiles/me', { theme: 'system' })).body.data.theme).toBe('system');
  expect(await world.held(ben, 'settings', setting.id)).toBeUndefined();
});

test('a profile is shown whole in the network, the address to friends only, and by name to whoever holds a row of theirs', async () => {
  const dora = await world.signUp('Dora');
  await world.befriend(ben, dora);
  expect((await world.rest(ben, 'GET', `/profiles/${ana.id}`)).body.data).toMatchObject({ name: 'Ana', email: ana.email });
  expect((await world.rest(dora, 'GET', `/profiles/${ana.id}`)).body.data).toMatchObject({
    name: 'Ana',
    bio: 'Slow mornings.',
    email: null,
  });
  const hidden = await world.rest(carl, 'GET', `/profiles/${ana.id}`);
  const missing = await world.rest(carl, 'GET', `/profiles/${uuid()}`);
  expect([hidden.status, hidden.text]).toEqual([404, missing.text]);

  // Carl is a friend of Ben's now; Eva, a friend of Dora's, comments on a post of Ben's that Carl reads.
  const eva = await world.signUp('Eva');
  await world.befriend(ben, carl);
  await world.befriend(dora, eva);
  const post = await world.post(ben, { audience: 'friends_of_friends' });
  expect((await world.rest(carl, 'GET', `/profiles/${eva.id}`)).status).toBe(404);
  await world.comment(eva, post);
  expect((await world.rest(carl, 'GET', `/profiles/${eva.id}`)).body.data).toEqual({ id: eva.id, name: 'Eva', profile_image_url: null });
  const path = await world.rest(carl, 'GET', `/extended-friends/connection-path?to_user_id=${eva.id}&op_user_id=${ben.id}`);
  expect(path.body.data.path.map((step: { name: string }) => step.name)).toEqual(['Carl', 'Ben', 'Dora', 'Eva']);
  const nobody = await world.rest(carl, 'GET', `/extended-friends/connection-path?to_user_id=${uuid()}&op_user_id=${ben.id}`);
  expect([nobody.status, nobody.body.message]).toEqual([404, 'No connection path found']);
});
