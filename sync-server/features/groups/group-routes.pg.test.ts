import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { test as circleTest } from '../../../tests/support/fixtures/circle.ts';

const test = circleTest
  /** Ben and Carl are friends of Ana. */
  .extend('people', async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    const [carl, stranger] = [await circle.signUp('Carl'), await circle.signUp('Stranger')];
    await circle.befriend(ana, ben);
    await circle.befriend(ana, carl);
    return { ana, ben, carl, stranger };
  });

test('founding with invitations, answering them, listing members, changing, leaving, deleting', async ({
  circle,
  people: { ana, ben, carl, stranger },
}) => {
  const body = { name: ' Sunday walks ', description: ' ', emoji: '❤', invited_user_ids: [ben.id, carl.id] };
  const created = await circle.rest(ana, 'POST', '/groups/', body);
  expect(created.status).toBe(201);
  const { id } = created.body.data;
  expect(created.body.data).toMatchObject({
    name: 'Sunday walks',
    description: null,
    emoji: '❤️',
    founder_id: ana.id,
    member_count: 1,
    currentUserRole: 'owner',
    status: 'active',
    pendingInvitations: [{ invitee_id: ben.id, invitee_name: 'Ben', invitee_email: ben.email, status: 'pending' }, { invitee_id: carl.id }],
  });
  const [received] = (await circle.rest(ben, 'GET', '/groups/invitations')).body.data.items;
  expect(received).toMatchObject({ group_id: id, group_name: 'Sunday walks', inviter_id: ana.id, inviter_name: 'Ana' });
  expect((await circle.rest(ben, 'POST', `/groups/invitations/${received.id}/accept`)).status).toBe(200);
  expect((await circle.rest(ben, 'POST', `/groups/invitations/${received.id}/accept`)).status).toBe(409);
  const [carls] = (await circle.rest(carl, 'GET', '/groups/invitations')).body.data.items;
  expect((await circle.rest(carl, 'POST', `/groups/invitations/${carls.id}/decline`)).status).toBe(200);
  expect((await circle.rest(carl, 'GET', '/groups/invitations')).body.data.items).toEqual([]);
  expect((await circle.rest(ana, 'GET', `/groups/${id}/invitations`)).body.data.items).toMatchObject([{ status: 'declined' }]);
  expect((await circle.rest(ben, 'GET', `/groups/${id}/invitations`)).body.data.items).toEqual([]);
  expect((await circle.rest(ana, 'DELETE', `/groups/invitations/${carls.id}/cancel`)).status).toBe(200);

  const invited = await circle.rest(ana, 'POST', `/groups/${id}/invite`, { email: carl.email, role: 'member' });
  expect([invited.status, invited.body.data.invitee_id]).toEqual([201, carl.id]);
  expect((await circle.rest(ana, 'POST', `/groups/${id}/invite`, { user_id: stranger.id })).body).toMatchObject({
    code: 'USER_NOT_FOUND',
    message: 'User not found',
  });
  expect((await circle.rest(ana, 'POST', `/groups/${id}/invite`, { user_id: ben.id, role: 'owner' })).status).toBe(422);
  await circle.rest(carl, 'POST', `/groups/invitations/${invited.body.data.id}/accept`);

  const members = (await circle.rest(ben, 'GET', `/groups/${id}/members`)).body.data;
  expect(Object.keys(members).sort()).toEqual(['items', 'members']);
  const two = (await circle.rest(ben, 'GET', `/groups/${id}/members?limit=2`)).body.data;
  expect([two.items, two.members, two.has_more]).toEqual([members.items.slice(0, 2), members.items.slice(0, 2), true]);
  const after = `/groups/${id}/members?after=${encodeURIComponent(two.next_after)}`;
  expect((await circle.rest(ben, 'GET', after)).body.data).toEqual({ items: members.items.slice(2), members: members.items.slice(2) });
  const last = members.items[2];
  const beyond = `/groups/${id}/members?after=${encodeURIComponent(`${last.joined_at},${last.user_id}`)}`;
  expect((await circle.rest(ben, 'GET', beyond)).body.data).toEqual({ items: [], members: [] });
  expect((await circle.rest(stranger, 'GET', after)).status).toBe(404);
  expect((await circle.rest(ben, 'GET', `/groups/${id}/members?limit=0`)).status).toBe(400);
  expect(members.items).toEqual(members.members);
  expect(
    members.items.map((member: { name: string; role: string; email: string | null }) => [member.name, member.role, member.email]),
  ).toEqual([
    ['Ana', 'owner', ana.email],
    ['Ben', 'member', ben.email],
    ['Carl', 'member', null],
  ]);
  expect((await circle.rest(ben, 'GET', '/groups')).body.data.items).toMatchObject([{ id, member_count: 3, currentUserRole: 'member' }]);

  expect((await circle.rest(ben, 'PUT', `/groups/${id}`, { name: 'Mine' })).status).toBe(403);
  expect((await circle.rest(ana, 'PUT', `/groups/${id}`, { name: ' ' })).body.message).toBe('Group name is required');
  const changed = await circle.rest(ana, 'PUT', `/groups/${id}`, { name: 'Rides', description: 'by bike' });
  expect(changed.body.data).toMatchObject({ name: 'Rides', description: 'by bike' });
  expect((await circle.rest(ben, 'PUT', `/groups/${id}/members/${carl.id}/role`, { role: 'admin' })).status).toBe(403);
  expect((await circle.rest(ana, 'PUT', `/groups/${id}/members/${ben.id}/role`, { role: 'admin' })).status).toBe(200);
  expect((await circle.rest(ben, 'DELETE', `/groups/${id}/members/${carl.id}`)).status).toBe(403);
  expect((await circle.rest(ana, 'DELETE', `/groups/${id}/members/${carl.id}`)).status).toBe(200);
  expect((await circle.rest(ana, 'POST', `/groups/${id}/leave`)).body.code).toBe('OWNER_CANNOT_LEAVE');
  expect((await circle.rest(ana, 'PUT', `/groups/${id}/members/${ben.id}/role`, { role: 'owner' })).status).toBe(200);
  expect((await circle.rest(ana, 'POST', `/groups/${id}/leave`)).status).toBe(200);
  expect((await circle.rest(ana, 'GET', `/groups/${id}`)).body).toMatchObject({ code: 'GROUP_NOT_FOUND', message: 'Group not found' });
  expect((await circle.rest(ben, 'DELETE', `/groups/${id}`)).status).toBe(200);
  expect((await circle.rest(ben, 'GET', '/groups')).body.data.items).toEqual([]);
});

test('founding with somebody who cannot be invited founds nothing', async ({ circle, people: { ana, ben, stranger } }) => {
  const before = (await circle.rest(ana, 'GET', '/groups')).body.data.items.length;
  const refused = await circle.rest(ana, 'POST', '/groups', { name: 'x', invited_user_ids: [ben.id, stranger.id] });
  expect(refused.status).toBe(404);
  expect((await circle.rest(ana, 'GET', '/groups')).body.data.items).toHaveLength(before);
  expect((await circle.rest(ben, 'GET', '/groups/invitations')).body.data.items).toEqual([]);
  expect((await circle.rest(ana, 'POST', '/groups', {})).body.message).toBe('Group name is required');
});

test('a creation that is sent again is one creation', async ({ circle, people: { ana, ben } }) => {
  const headers = { 'idempotency-key': uuid() };
  const body = { name: 'Once', invited_user_ids: [ben.id] };
  const [first, second] = [
    await circle.rest(ana, 'POST', '/groups', body, headers),
    await circle.rest(ana, 'POST', '/groups', body, headers),
  ];
  expect(second.body).toEqual(first.body);
  const path = `/groups/${first.body.data.id}/messages`;
  const message = { id: uuid(), content: 'hello' };
  expect((await circle.rest(ana, 'POST', path, message)).body).toEqual((await circle.rest(ana, 'POST', path, message)).body);
  expect((await circle.rest(ana, 'GET', path)).body.data.items).toHaveLength(1);
});

test('messages: write, reply, edit, react, delete, and page through without a gap', async ({ circle, people: { ana, ben } }) => {
  const group = await circle.group(ana, ben);
  const path = `/groups/${group}/messages`;
  const first = (await circle.rest(ana, 'POST', path, { content: ' who comes along? ' })).body.data;
  expect(first).toMatchObject({
    content: 'who comes along?',
    sender_name: 'Ana',
    isOwnMessage: true,
    reactions: [],
    reply_to_content: null,
  });
  const reply = await circle.rest(ben, 'POST', path, { content: 'me', reply_to_id: first.id });
  expect([reply.status, reply.body.data.reply_to_content, reply.body.data.reply_to_sender_name]).toEqual([201, 'who comes along?', 'Ana']);
  expect((await circle.rest(ben, 'PUT', `/messages/${first.id}`, { content: 'x' })).status).toBe(403);
  for (const [method, at] of [
    ['PUT', `/messages/${first.id}`],
    ['PATCH', `${path}/${first.id}`],
  ] as const) {
    expect((await circle.rest(ana, method, at, { content: method })).body.data).toMatchObject({
      content: method,
      edited_at: expect.anything(),
    });
  }
  const added = await circle.rest(ben, 'POST', `${path}/${first.id}/react`, { emoji: '👍' });
  expect(added.body.data).toMatchObject({ action: 'added', reactions: [{ emoji_code: '👍', count: 1, user_reacted: true }] });
  const [seen] = (await circle.rest(ana, 'GET', `${path}?limit=20`)).body.data.items.slice(-1);
  expect(seen.reactions).toMatchObject([{ emoji_code: '👍', count: 1, user_reacted: false }]);
  expect((await circle.rest(ben, 'POST', `/messages/${first.id}/react`, { emoji: '👍' })).body.data).toEqual({
    action: 'removed',
    reactions: [],
  });
  const elsewhere = await circle.group(ana);
  expect((await circle.rest(ana, 'DELETE', `/groups/${elsewhere}/messages/${first.id}`)).body.message).toBe(
    'Message not found in any group',
  );
  expect((await circle.rest(ana, 'DELETE', `${path}/${first.id}`)).status).toBe(200);
  expect((await circle.rest(ben, 'POST', `/messages/${first.id}/react`, { emoji: '👍' })).body.code).toBe('MESSAGE_DELETED');
  const listed = (await circle.rest(ben, 'GET', path)).body.data.items;
  expect(listed[1]).toMatchObject({ id: first.id, is_deleted: true, content: '' });
  expect(listed[0]).toMatchObject({ reply_to_id: first.id, reply_to_content: '' });

  for (let nth = 0; nth < 23; nth += 1) await circle.message(ben, group, `nr ${nth}`);
  const newest = (await circle.rest(ana, 'GET', path)).body.data;
  expect([newest.items.length, newest.has_more, newest.items[0].content]).toEqual([20, true, 'nr 22']);
  const older = (await circle.rest(ana, 'GET', `${path}?before=${newest.next_before}`)).body.data;
  expect([older.items.map((item: { content: string }) => item.content), older.has_more]).toEqual([
    ['nr 2', 'nr 1', 'nr 0', 'me', ''],
    false,
  ]);
  for (const query of ['limit=0', 'limit=x', 'before=yesterday']) {
    expect((await circle.rest(ana, 'GET', `${path}?${query}`)).status).toBe(400);
  }
});

test('blocking and unblocking', async ({ circle, people: { ana, carl } }) => {
  const post = await circle.post(ana);
  expect((await circle.rest(ana, 'PUT', `/profiles/${carl.id}/block`)).body.data).toEqual({ id: carl.id, blocked: true });
  expect((await circle.rest(carl, 'GET', `/posts/${post}`)).status).toBe(404);
  expect((await circle.rest(ana, 'DELETE', `/profiles/${carl.id}/block`)).body.data).toEqual({ id: carl.id, blocked: false });
  // The friendship ended with the block; they may become friends again.
  expect((await circle.rest(carl, 'GET', `/posts/${post}`)).status).toBe(404);
  await circle.befriend(ana, carl);
  expect((await circle.rest(carl, 'GET', `/posts/${post}`)).status).toBe(200);
  expect((await circle.rest(ana, 'PUT', `/profiles/${ana.id}/block`)).status).toBe(403);
});

test('every path gives a stranger the same answer for what they cannot see and for what does not exist', async ({
  circle,
  people: { ana, ben, carl, stranger },
}) => {
  const group = await circle.group(ana, ben);
  const message = await circle.message(ben, group);
  const invitation = await circle.inviteToGroup(ana, group, carl);
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
      const { status, text } = await circle.rest(stranger, method, path, sent);
      answers.push(`${method} ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')} ${status} ${text}`);
    }
    return answers;
  };
  const answers = await answersTo(real);
  expect(answers).toEqual(await answersTo(unknown));
  for (const answer of answers) expect(answer).toMatch(/ 404 /);
  expect((await circle.rest(stranger, 'GET', '/groups')).body.data.items).toEqual([]);
});

test('a member who is met in a group is known by name as long as one of their rows can be read', async ({ circle, people: { ana } }) => {
  const dora = await circle.signUp('Dora');
  const eva = await circle.signUp('Eva');
  for (const friend of [dora, eva]) await circle.befriend(ana, friend);
  const group = await circle.group(ana, dora, eva);
  await circle.message(eva, group);
  await circle.unfriend(ana, eva);
  expect((await circle.rest(dora, 'GET', `/profiles/${eva.id}`)).body.data).toEqual({ id: eva.id, name: 'Eva', profile_image_url: null });
  await circle.leave(eva, group);
  expect((await circle.rest(dora, 'GET', `/profiles/${eva.id}`)).status).toBe(200);
  await circle.leave(dora, group);
  expect((await circle.rest(dora, 'GET', `/profiles/${eva.id}`)).status).toBe(404);
});

test('[GI10] [GI11] the owner invites as an admin, nobody else does, and a former owner makes no admins', async ({
  circle,
  people: { ana, ben, carl },
}) => {
  const group = await circle.group(ana, ben);
  const invite = (by: typeof ana, to: typeof ana, role: string) =>
    circle.rest(by, 'POST', `/groups/${group}/invite`, { user_id: to.id, role });
  const accept = (id: string) => circle.rest(carl, 'POST', `/groups/invitations/${id}/accept`);
  await circle.setRole(ana, group, ben, 'admin');
  await circle.befriend(ben, carl);
  // Refused before it is said whether the other could be invited at all.
  for (const to of [carl, ana])
    expect(await invite(ben, to, 'admin')).toMatchObject({ status: 403, body: { success: false, code: 'NOT_ALLOWED' } });
  for (const role of ['owner', 'guest', ''])
    expect(await invite(ana, carl, role)).toMatchObject({ status: 422, body: { success: false, code: 'INVALID' } });

  const first = await invite(ana, carl, 'admin');
  expect(first).toMatchObject({ status: 201, body: { data: { role: 'admin', invitee_id: carl.id } } });
  expect((await circle.rest(carl, 'GET', '/groups/invitations')).body.data.items).toMatchObject([{ role: 'admin' }]);
  await accept(first.body.data.id);
  expect(await circle.roles(group)).toMatchObject({ Ana: 'owner', Ben: 'admin', Carl: 'admin' });

  await circle.leave(carl, group);
  const second = await invite(ana, carl, 'admin');
  await circle.setRole(ana, group, ben, 'owner');
  await accept(second.body.data.id);
  expect(await circle.roles(group)).toMatchObject({ Ana: 'admin', Ben: 'owner', Carl: 'member' });
});
