import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { profile } from '../../../schemas/profiles/profile.ts';
import { settingId } from '../../../schemas/profiles/setting-keys.ts';
import { test as circleTest } from '../../../tests/support/fixtures/circle.ts';

const test = circleTest
  /** Ana and Ben are friends; Carl is a stranger to both. */
  .extend('people', async ({ circle }) => {
    const [ana, ben, carl] = [await circle.signUp('Ana'), await circle.signUp('Ben'), await circle.signUp('Carl')];
    await circle.befriend(ana, ben);
    return { ana, ben, carl };
  });

test('[PR1] members change only their own profile, and never past another device', async ({ circle, people: { ana, ben } }) => {
  const { scope: _, ...held } = (await circle.visibleRow(ana, 'profiles', ana.id)) ?? { scope: 0, id: '', write_id: '' };
  expect(Object.keys(held).sort()).toEqual([...Object.keys(profile.row.shape), 'write_id'].sort());
  const changed = { ...held, write_id: uuid(), bio: 'Slow mornings.' };
  expect((await circle.push(ben, 'profiles', changed, [held.write_id])).code).toBe('NOT_ONESELF');
  const answer = await circle.done(ana, 'profiles', changed, [held.write_id]);
  expect(answer.document).toMatchObject({ bio: 'Slow mornings.', profile_image_url: null });
  expect(await circle.visibleRow(ben, 'profiles', ana.id)).toMatchObject({ bio: 'Slow mornings.' });
  expect((await circle.push(ana, 'profiles', { ...changed, write_id: uuid() }, [held.write_id])).code).toBe('CONFLICT');
  expect((await circle.push(ana, 'profiles', { id: ana.id, _deleted: true })).code).toBe('UNKNOWN_WRITE');
});

test('a new name reaches everybody to whom an invitation carries it', async ({ circle, db, people: { ana, carl } }) => {
  const id = await circle.invite(ana, { member: carl.id });
  const headOf = async () =>
    (await db.sql<{ head: number }[]>`select head from scopes where kind = 'self' and owner = ${carl.id}`)[0]?.head ?? 0;
  const before = await headOf();
  expect((await circle.rest(ana, 'PUT', '/profiles/me', { display_name: 'Ana R.' })).body.data).toMatchObject({ name: 'Ana R.' });
  expect(await headOf()).toBeGreaterThan(before);
  expect(await circle.visibleRow(carl, 'invitations', id)).toMatchObject({ inviter_name: 'Ana R.' });
  await circle.rest(ana, 'PUT', '/profiles/me', { name: 'Ana' });
  await circle.done(ana, 'invitations', { id, _deleted: true });
});

test('[PR2] members set only their own settings, and only those that exist', async ({ circle, people: { ana, ben } }) => {
  const setting = { id: settingId(ana.id, 'theme'), user_id: ana.id, key: 'theme', value: 'dark' };
  expect((await circle.push(ben, 'settings', setting)).code).toBe('NOT_ONESELF');
  const first = await circle.done(ana, 'settings', setting);
  expect((await circle.push(ana, 'settings', { ...setting, value: 'light' })).code).toBe('CONFLICT');
  await circle.done(ana, 'settings', { ...setting, value: 'light' }, [first.document?.write_id ?? '']);
  expect((await circle.push(ana, 'settings', { ...setting, value: 'mauve' }, [first.document?.write_id ?? ''])).code).toBe('INVALID');
  const unknown = { ...setting, id: settingId(ana.id, 'blocked'), key: 'blocked' };
  expect((await circle.push(ana, 'settings', unknown)).code).toBe('UNKNOWN_WRITE');
  expect((await circle.rest(ana, 'GET', '/profiles/me')).body.data).toMatchObject({ theme: 'light', email: ana.email, name: 'Ana' });
  expect((await circle.rest(ana, 'PUT', '/profiles/me', { theme: 'mauve' })).status).toBe(422);
  expect((await circle.rest(ana, 'PUT', '/profiles/me', { theme: 'system' })).body.data.theme).toBe('system');
  expect(await circle.visibleRow(ben, 'settings', setting.id)).toBeUndefined();
});

test('a profile is shown whole in the network, its address to friends only, and its name to everybody who reads a row of theirs', async ({
  circle,
  people: { ana, ben, carl },
}) => {
  await circle.rest(ana, 'PUT', '/profiles/me', { bio: 'Slow mornings.' });
  const dora = await circle.signUp('Dora');
  await circle.befriend(ben, dora);
  expect((await circle.rest(ben, 'GET', `/profiles/${ana.id}`)).body.data).toMatchObject({ name: 'Ana', email: ana.email });
  expect((await circle.rest(dora, 'GET', `/profiles/${ana.id}`)).body.data).toMatchObject({
    name: 'Ana',
    bio: 'Slow mornings.',
    email: null,
  });
  const hidden = await circle.rest(carl, 'GET', `/profiles/${ana.id}`);
  const missing = await circle.rest(carl, 'GET', `/profiles/${uuid()}`);
  expect([hidden.status, hidden.text]).toEqual([404, missing.text]);

  // Carl is a friend of Ben now. Eva, a friend of Dora, comments on a post of Ben's that Carl reads.
  const eva = await circle.signUp('Eva');
  await circle.befriend(ben, carl);
  await circle.befriend(dora, eva);
  const post = await circle.post(ben, { audience: 'friends_of_friends' });
  expect((await circle.rest(carl, 'GET', `/profiles/${eva.id}`)).status).toBe(404);
  await circle.comment(eva, post);
  expect((await circle.rest(carl, 'GET', `/profiles/${eva.id}`)).body.data).toEqual({ id: eva.id, name: 'Eva', profile_image_url: null });
  const path = await circle.rest(carl, 'GET', `/extended-friends/connection-path?to_user_id=${eva.id}&op_user_id=${ben.id}`);
  expect(path.body.data.path.map((step: { name: string }) => step.name)).toEqual(['Carl', 'Ben', 'Dora', 'Eva']);
  const nobody = await circle.rest(carl, 'GET', `/extended-friends/connection-path?to_user_id=${uuid()}&op_user_id=${ben.id}`);
  expect([nobody.status, nobody.body.message]).toEqual([404, 'No connection path found']);
});
