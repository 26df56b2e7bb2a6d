import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFeatureWorld, type FeatureWorld, type Member } from '../../../tests/support/feature-world.ts';
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts';

let db: TestDatabase;
let world: FeatureWorld;
let ana: Member;
let ben: Member;
let carl: Member;
let stranger: Member;

beforeAll(async () => {
  db = await testDatabase();
  world = createFeatureWorld(db.database);
  ana = await world.signUp('Ana');
  ben = await world.signUp('Ben');
  carl = await world.signUp('Carl');
  stranger = await world.signUp('Stranger');
  await world.befriend(ana, ben);
  await world.befriend(ana, carl);
});
afterAll(async () => {
  expect(world.logged).toEqual([]);
  await world.close();
  await db.close();
});

test('founding with invitations, answering them, who is in it, changing, leaving, deleting', async () => {
  const body = { name: ' Sunday walks ', description: ' ', invited_user_ids: [ben.id, carl.id] };
  const created = await world.rest(ana, 'POST', '/groups/', body);
  expect(created.status).toBe(201);
  const { id } = created.body.data;
  expect(created.body.data).toMatchObject({
    name: 'Sunday walks',
    description: null,
    founder_id: ana.id,
    member_count: 1,
    currentUserRole: 'owner',
    status: 'active',
    pendingInvitations: [{ invitee_id: ben.id, invitee_name: 'Ben', invitee_email: ben.email, status: 'pending' }, { invitee_id: carl.id }],
  });
  const [received] = (await world.rest(ben, 'GET', '/groups/invitations')).body.data.items;
  expect(received).toMatchObject({ group_id: id, group_name: 'Sunday walks', inviter_id: ana.id, inviter_name: 'Ana' });
  expect((await world.rest(ben, 'POST', `/groups/invitations/${received.id}/accept`)).status).toBe(200);
  expect((await world.rest(ben, 'POST', `/groups/invitations/${received.id}/accept`)).status).toBe(409);
  const [carls] = (await world.rest(carl, 'GET', '/groups/invitations')).body.data.items;
  expect((await world.rest(carl, 'POST', `/groups/invitations/${carls.id}/decline`)).status).toBe(200);
  expect((await world.rest(carl, 'GET', '/groups/invitations')).body.data.items).toEqual([]);
  expect((await world.rest(ana, 'GET', `/groups/${id}/invitations`)).body.data.items).toMatchObject([{ status: 'declined' }]);
  expect((await world.rest(ben, 'GET', `/groups/${id}/invitations`)).body.data.items).toEqual([]);
  expect((await world.rest(ana, 'DELETE', `/groups/invitations/${carls.id}/cancel`)).status).toBe(200);

  const invited = await world.rest(ana, 'POST', `/groups/${id}/invite`, { email: carl.email, role: 'member' });
  expect([invited.status, invited.body.data.invitee_id]).toEqual([201, carl.id]);
  expect((await world.rest(ana, 'POST', `/groups/${id}/invite`, { user_id: stranger.id })).body).toMatchObject({
    code: 'USER_NOT_FOUND',
    message: 'User not found',
  });
  expect((await world.rest(ana, 'POST', `/groups/${id}/invite`, { user_id: ben.id, role: 'owner' })).status).toBe(422);
  await world.rest(carl, 'POST', `/groups/invitations/${invited.body.data.id}/accept`);

  const members = (await world.rest(ben, 'GET', `/groups/${id}/members`)).body.data;
  expect(members.items).toEqual(members.members);
  expect(
    members.items.map((member: { name: string; role: string; email: string | null }) => [member.name, member.role, member.email]),
  ).toEqual([
    ['Ana', 'owner', ana.email],
    ['Ben', 'member', ben.email],
    ['Carl', 'member', null],
  ]);
  expect((await world.rest(ben, 'GET', '/groups')).body.data.items).toMatchObject([{ id, member_count: 3, currentUserRole: 'member' }]);

  expect((await world.rest(ben, 'PUT', `/groups/${id}`, { name: 'Mine' })).status).toBe(403);
  expect((await world.rest(ana, 'PUT', `/groups/${id}`, { name: ' ' })).body.message).toBe('Group name is required');
  const changed = await world.rest(ana, 'PUT', `/groups/${id}`, { name: 'Rides', description: 'by bike' });
  expect(changed.body.data).toMatchObject({ name: 'Rides', description: 'by bike' });
  expect((await world.rest(ben, 'PUT', `/groups/${id}/members/${carl.id}/role`, { role: 'admin' })).status).toBe(403);
  expect((await world.rest(ana, 'PUT', `/groups/${id}/members/${ben.id}/role`, { role: 'admin' })).status).toBe(200);
  expect((await world.rest(ben, 'DELETE', `/groups/${id}/members/${carl.id}`)).status).toBe(403);
  expect((await world.rest(ana, 'DELETE', `/groups/${id}/members/${carl.id}`)).status).toBe(200);
  expect((await world.rest(ana, 'POST', `/groups/${id}/leave`)).body.code).toBe('OWNER_CANNOT_LEAVE');
  expect((await world.rest(ana, 'PUT', `/groups/${id}/members/${ben.id}/role`, { role: 'owner' })).status).toBe(200);
  expect((await world.rest(ana, 'POST', `/groups/${id}/leave`)).status).toBe(200);
  expect((await world.rest(ana, 'GET', `/groups/${id}`)).body).toMatchObject({ code: 'GROUP_NOT_FOUND', message: 'Group not found' });
  expect((await world.rest(ben, 'DELETE', `/groups/${id}`)).status).toBe(200);
  expect((await world.rest(ben, 'GET', '/groups')).body.data.items).toEqual([]);
});

test('founding with somebody who cannot be invited founds nothing', async () => {
  const before = (await world.rest(ana, 'GET', '/groups')).body.data.items.length;
  const refused = await world.rest(ana, 'POST', '/groups', { name: 'x', invited_user_ids: [ben.id, stranger.id] });
  expect(refused.status).toBe(404);
  expect((await world.rest(ana, 'GET', '/groups')).body.data.items).toHaveLength(before);
  expect((await world.rest(ben, 'GET', '/groups/invitations')).body.data.items).toEqual([]);
  expect((await world.rest(ana, 'POST', '/groups', {})).body.message).toBe('Group name is required');
});

test('a creation that is sent again is one', async () => {
  const headers = { 'idempotency-key': uuid() };
  const body = { name: 'Once', invited_user_ids: [ben.id] };
  const [first, second] = [
    await world.rest(ana, 'POST', '/groups', body, headers),
    await world.rest(ana, 'POST', '/groups', body, headers),
  ];
  expect(second.body).toEqual(first.body);
  const path = `/groups/${first.body.data.id}/messages`;
  const message = { id: uuid(), content: 'hello' };
  expect((await world.rest(ana, 'POST', path, message)).body).toEqual((await world.rest(ana, 'POST', path, message)).body);
  expect((await world.rest(ana, 'GET', path)).body.data.items).toHaveLength(1);
});

test('messages: write, reply, edit, react, delete, and page through without a gap', async () => {
  const group = await world.group(ana, ben);
  const path = `/groups/${group}/messages`;
  const first = (await world.rest(ana, 'POST', path, { content: ' who comes along? ' })).body.data;
  expect(first).toMatchObject({
    content: 'who comes along?',
    sender_name: 'Ana',
    isOwnMessage: true,
    reactions: [],
    reply_to_content: null,
  });
  const reply = await world.rest(ben, 'POST', path, { content: 'me', reply_to_id: first.id });
  expect([reply.status, reply.body.data.reply_to_content, reply.body.data.reply_to_sender_name]).toEqual([201, 'who comes along?', 'Ana']);
  expect((await world.rest(ben, 'PUT', `/messages/${first.id}`, { content: 'x' })).status).toBe(403);
  for (const [method, at] of [
    ['PUT', `/messages/${first.id}`],
    ['PATCH', `${path}/${first.id}`],
  ] as const) {
    expect((await world.rest(ana, method, at, { content: method })).body.data).toMatchObject({
      content: method,
      edited_at: expect.anything(),
    });
  }
  const added = await world.rest(ben, 'POST', `${path}/${first.id}/react`, { emoji: '👍' });
  expect(added.body.data).toMatchObject({ action: 'added', reactions: [{ emoji_code: '👍', count: 1, user_reacted: true }] });
  const [seen] = (await world.rest(ana, 'GET', `${path}?limit=20`)).body.data.items.slice(-1);
  expect(seen.reactions).toMatchObject([{ emoji_code: '👍', count: 1, user_reacted: false }]);
  expect((await world.rest(ben, 'POST', `/messages/${first.id}/react`, { emoji: '👍' })).body.data).toEqual({
    action: 'removed',
    reactions: [],
  });
  const elsewhere = await world.group(ana);
  expect((await world.rest(ana, 'DELETE', `/groups/${elsewhere}/messages/${first.id}`)).body.message).toBe(
    'Message not found in any group',
  );
  expect((await world.rest(ana, 'DELETE', `${path}/${first.id}`)).status).toBe(200);
  expect((await world.rest(ben, 'POST', `/messages/${first.id}/react`, { emoji: '👍' })).body.code).toBe('MESSAGE_DELETED');
  const listed = (await world.rest(ben, 'GET', path)).body.data.items;
  expect(listed[1]).toMatchObject({ id: first.id, is_deleted: true, content: '' });
  expect(listed[0]).toMatchObject({ reply_to_id: first.id, reply_to_content: '' });

  for (let nth = 0; nth < 23; nth += 1) await world.message(ben, group, `nr ${nth}`);
  const newest = (await world.rest(ana, 'GET', path)).body.data;
  expect([newest.items.length, newest.has_more, newest.items[0].content]).toEqual([20, true, 'nr 22']);
  const older = (await world.rest(ana, 'GET', `${path}?before=${newest.next_before}`)).body.data;
  expect([older.items.map((item: { content: string }) => item.content), older.has_more]).toEqual([
    ['nr 2', 'nr 1', 'nr 0', 'me', ''],
    false,
  ]);
  for (const query of ['limit=0', 'limit=x', 'before=yesterday']) {
    expect((await world.rest(ana, 'GET', `${path}?${query}`)).status).toBe(400);
  }
});

test('blocking and unblocking', async () => {
  const post = await world.post(ana);
  expect((await world.rest(ana, 'PUT', `/profiles/${carl.id}/block`)).body.data).toEqual({ id: carl.id, blocked: true });
  expect((await world.rest(carl, 'GET', `/posts/${post}`)).status).toBe(404);
  expect((await world.rest(ana, 'DELETE', `/profiles/${carl.id}/block`)).body.data).toEqual({ id: carl.id, blocked: false });
  expect((await world.rest(carl, 'GET', `/posts/${post}`)).status).toBe(200);
  expect((await world.rest(ana, 'PUT', `/profiles/${ana.id}/block`)).status).toBe(403);
});

test('to a stranger every path answers for what they cannot see as for what is not there', async () => {
  const group = await world.group(ana, ben);
  const message = await world.message(ben, group);
  const invitation = await world.inviteToGroup(ana, group, carl);
  const real = { group, message, invitation, member: ben.id };
  const unknown = { group: uuid(), message: uuid(), invitation: uuid(), member: uuid() };
  const requests = (ids: typeof real): [string, string, unknown?][] => [
    ['GET', `/groups/${ids.group}`],
    ['PUT', `/groups/${ids.group}`, { name: 'x' }],
    ['DELETE', `/groups/${ids.group}`],
    ['POST', `/groups/${ids.group}/leave`],
    ['POST', `/groups/${ids.group}/invite`, { user_id: ids.member }],
    ['GET', `/groups/${ids.group}/members`],
    ['GET', `/groups/${ids.group}/invitations`],
    ['DELETE', `/groups/${ids.group}/members/${ids.member}`],
    ['PUT', `/groups/${ids.group}/members/${ids.member}/role`, { role: 'admin' }],
    ['GET', `/groups/${ids.group}/messages`],
    ['POST', `/groups/${ids.group}/messages`, { content: 'x' }],
    ['POST', `/groups/${ids.group}/messages`, { content: 'x', reply_to_id: ids.message }],
    ['PUT', `/messages/${ids.message}`, { content: 'x' }],
    ['PATCH', `/groups/${ids.group}/messages/${ids.message}`, { content: 'x' }],
    ['DELETE', `/messages/${ids.message}`],
    ['DELETE', `/groups/${ids.group}/messages/${ids.message}`],
    ['POST', `/messages/${ids.message}/react`, { emoji: '👍' }],
    ['POST', `/groups/${ids.group}/messages/${ids.message}/react`, { emoji: '👍' }],
    ['POST', `/groups/invitations/${ids.invitation}/accept`],
    ['POST', `/groups/invitations/${ids.invitation}/decline`],
    ['POST', `/groups/invitations/${ids.invitation}/cancel`],
    ['DELETE', `/groups/invitations/${ids.invitation}/cancel`],
  ];
  const answersTo = async (ids: typeof real) => {
    const answers: string[] = [];
    for (const [method, path, sent] of requests(ids)) {
      const { status, text } = await world.rest(stranger, method, path, sent);
      answers.push(`${method} ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')} ${status} ${text}`);
    }
    return answers;
  };
  const answers = await answersTo(real);
  expect(answers).toEqual(await answersTo(unknown));
  for (const answer of answers) expect(answer).toMatch(/ 404 /);
  expect((await world.rest(stranger, 'GET', '/groups')).body.data.items).toEqual([]);
});

test('who is met in a group is known by name, for as long as something of theirs is held', async () => {
  const dora = await world.signUp('Dora');
  const eva = await world.signUp('Eva');
  for (const friend of [dora, eva]) await world.befriend(ana, friend);
  const group = await world.group(ana, dora, eva);
  await world.message(eva, group);
  await world.unfriend(ana, eva);
  expect((await world.rest(dora, 'GET', `/profiles/${eva.id}`)).body.data).toEqual({ id: eva.id, name: 'Eva', profile_image_url: null });
  await world.leave(eva, group);
  expect((await world.rest(dora, 'GET', `/profiles/${eva.id}`)).status).toBe(200);
  await world.leave(dora, group);
  expect((await world.rest(dora, 'GET', `/profiles/${eva.id}`)).status).toBe(404);
});
