import { v7 as uuid } from 'uuid';
import { describe, expect } from 'vitest';
import { group as groupEntity, groupMember } from '../../../schemas/groups/group.ts';
import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import type { PushAnswer } from '../../../schemas/protocol/sync.ts';
import { rowOf } from '../../../tests/support/circle.ts';
import { test as circleTest } from '../../../tests/support/fixtures/circle.ts';
import { ModelReplica } from '../../../tests/support/model-replica.ts';

const test = circleTest
  /** Ben, Carl and Dora are friends of Ana. */
  .extend('people', async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    const [carl, dora] = [await circle.signUp('Carl'), await circle.signUp('Dora')];
    for (const friend of [ben, carl, dora]) await circle.befriend(ana, friend);
    return { ana, ben, carl, dora };
  });

describe('founding and changing', () => {
  test('a group has exactly the fields of the protocol, its founder is its owner, and nobody else receives it', async ({
    circle,
    people: { ana, ben },
  }) => {
    const document = circle.groupDocument(ana, '  Sunday walks ', '   ');
    const answer = await circle.done(ana, 'groups', document);
    expect(groupEntity.row.parse(rowOf(answer))).toEqual(rowOf(answer));
    expect(answer.document).toMatchObject({ name: 'Sunday walks', description: null, founder_id: ana.id });
    expect(answer.document?.created_at).not.toBe(document.created_at);
    const {
      scope: _scope,
      write_id: _writeId,
      ...owner
    } = (await circle.visibleRow(ana, 'group_members', groupMemberId(document.id, ana.id))) ?? {};
    expect(groupMember.row.parse(owner)).toEqual(owner);
    expect(owner).toMatchObject({ role: 'owner', user_name: 'Ana' });
    expect(await circle.visibleRow(ben, 'groups', document.id)).toBeUndefined();
    // Sent again, it is one group.
    expect(await circle.push(ana, 'groups', { ...document, write_id: answer.document?.write_id ?? '' })).toEqual(answer);
  });

  test('[GR1] members found only as themselves, and never with an id that was in use', async ({ circle, people: { ana, ben, carl } }) => {
    expect((await circle.push(ana, 'groups', circle.groupDocument(ben))).code).toBe('NOT_ONESELF');
    expect((await circle.push(ana, 'groups', { ...circle.groupDocument(ana), name: '  ' })).code).toBe('INVALID');
    const group = await circle.group(ana);
    expect((await circle.push(carl, 'groups', { ...circle.groupDocument(carl), id: group })).code).toBe('GROUP_NOT_FOUND');
    await circle.done(ana, 'groups', { id: group, _deleted: true });
    expect((await circle.push(ana, 'groups', { ...circle.groupDocument(ana), id: group })).code).toBe('GROUP_NOT_FOUND');
  });

  test('[GR3] only the owner edits; an edit of an old state is a conflict', async ({ circle, people: { ana, ben } }) => {
    const group = await circle.group(ana, ben);
    const held = await circle.visibleRow(ana, 'groups', group);
    const edit = { ...held, id: group, write_id: uuid(), name: 'Sunday rides', description: ' by bike ' };
    expect((await circle.push(ben, 'groups', edit, [held?.write_id ?? ''])).code).toBe('NOT_ALLOWED');
    expect((await circle.push(ana, 'groups', { ...edit, write_id: uuid() }, [uuid()])).code).toBe('CONFLICT');
    await circle.done(ana, 'groups', { ...edit, write_id: uuid() }, [held?.write_id ?? '']);
    expect(await circle.visibleRow(ben, 'groups', group)).toMatchObject({
      name: 'Sunday rides',
      description: 'by bike',
      founder_id: ana.id,
    });
  });

  test('its emoji is exactly one, in its stored form; a client that sends none keeps it, null removes it', async ({
    circle,
    people: { ana, ben },
  }) => {
    const document = { ...circle.groupDocument(ana), emoji: '❤' };
    expect((await circle.done(ana, 'groups', document)).document).toMatchObject({ emoji: '❤️' });
    await circle.join(ana, document.id, ben);
    const change = async (fields: Record<string, unknown>): Promise<string | null> => {
      const { emoji: _, ...others } = { emoji: null, ...(await circle.visibleRow(ana, 'groups', document.id)) };
      const changed = { ...others, id: document.id, write_id: uuid(), ...fields };
      return (await circle.push(ana, 'groups', changed, [others.write_id ?? ''])).code;
    };
    const bens = async () => (await circle.visibleRow(ben, 'groups', document.id))?.emoji;
    expect(await change({ name: 'Monday walks' })).toBeNull();
    expect(await bens()).toBe('❤️');
    for (const emoji of ['', 'walks', '🥾🥾', '🥾 walks', 7]) expect([emoji, await change({ emoji })]).toEqual([emoji, 'INVALID']);
    expect(await change({ emoji: '🥾' })).toBeNull();
    expect(await bens()).toBe('🥾');
    expect(await change({ emoji: null })).toBeNull();
    expect(await bens()).toBeNull();
    expect((await circle.done(ana, 'groups', circle.groupDocument(ana))).document).toMatchObject({ emoji: null });
  });

  test('a pending invitation shows the new name, a declined one only to those who may invite', async ({
    circle,
    people: { ana, ben, carl },
  }) => {
    const group = await circle.group(ana);
    const [open, declined] = [await circle.inviteToGroup(ana, group, ben), await circle.inviteToGroup(ana, group, carl)];
    await circle.respondToGroup(carl, declined, 'declined');
    const replica = new ModelReplica(circle.engine, ben.id, ['invitations']);
    await replica.pullAll();
    const held = await circle.visibleRow(ana, 'groups', group);
    await circle.done(ana, 'groups', { ...held, id: group, write_id: uuid(), name: 'Evening walks' }, [held?.write_id ?? '']);
    await replica.pullAll();
    expect(replica.document('invitations', open)).toMatchObject({ group_name: 'Evening walks' });
    expect(await circle.visibleRow(ana, 'invitations', declined)).toMatchObject({ group_name: 'Evening walks', status: 'declined' });
    expect(await circle.visibleRow(carl, 'invitations', declined)).toBeUndefined();
  });
});

test('a new name reaches the members of every group, and everybody who has an invitation with it', async ({
  circle,
  people: { ana, ben, dora },
}) => {
  const eva = await circle.signUp('Eva');
  await circle.befriend(ana, eva);
  await circle.befriend(eva, dora);
  const group = await circle.group(ana, ben, eva);
  await circle.setRole(ana, group, eva, 'admin');
  const sent = await circle.inviteToGroup(eva, group, dora);
  const theirs = await circle.group(dora);
  const received = await circle.inviteToGroup(dora, theirs, eva);
  const devices = [ben, dora].map((member) => new ModelReplica(circle.engine, member.id, ['group_members', 'invitations']));
  for (const device of devices) await device.pullAll();
  const profile = await circle.visibleRow(eva, 'profiles', eva.id);
  await circle.done(eva, 'profiles', { ...profile, id: eva.id, write_id: uuid(), name: 'Evi' }, [profile?.write_id ?? '']);
  for (const device of devices) await device.pullAll();
  const [bens, doras] = devices;
  expect(bens?.document('group_members', groupMemberId(group, eva.id))).toMatchObject({ user_name: 'Evi' });
  expect(doras?.document('invitations', sent)).toMatchObject({ inviter_name: 'Evi' });
  expect(doras?.document('invitations', received)).toMatchObject({ receiver_name: 'Evi' });
});

describe('members', () => {
  test('[GR2] a member outside a group learns nothing about it, whatever they try', async ({ circle, people: { ana, ben } }) => {
    const group = await circle.group(ana, ben);
    const eva = await circle.signUp('Eva');
    const attempts = (id: string) => [
      circle.push(eva, 'groups', { id, _deleted: true }),
      circle.removeFromGroup(eva, id, ben),
      circle.push(eva, 'group_members', { id: groupMemberId(id, eva.id), role: 'owner' }),
      circle.push(eva, 'group_members', { id: groupMemberId(id, ben.id), role: 'admin' }),
      circle.push(eva, 'groups', { ...circle.groupDocument(eva), id, founder_id: ana.id }),
      circle.push(eva, 'group_messages', circle.messageDocument(eva, id)),
    ];
    const without = (answers: PushAnswer[]) => answers.map(({ code, document }) => ({ code, document }));
    const onIt = without(await Promise.all(attempts(group)));
    expect(onIt).toEqual(without(await Promise.all(attempts(uuid()))));
    expect(onIt.every((answer) => answer.code !== null && answer.document === null)).toBe(true);
    expect(await circle.roles(group)).toEqual({ Ana: 'owner', Ben: 'member' });
  });

  test('[GR4] the owner cannot leave; others leave, lose all of it at once, and what they wrote stays', async ({
    circle,
    db,
    people: { ana, ben },
  }) => {
    const group = await circle.group(ana, ben);
    const message = await circle.message(ben, group);
    await circle.message(ana, group);
    expect((await circle.leave(ana, group)).code).toBe('OWNER_CANNOT_LEAVE');
    const replica = new ModelReplica(circle.engine, ben.id, ['groups', 'group_members', 'group_messages', 'notifications']);
    await replica.pullAll();
    expect(replica.ids('group_messages')).toHaveLength(2);
    expect((await circle.leave(ben, group)).code).toBeNull();
    // From another device, once more: it is done already.
    expect((await circle.leave(ben, group)).code).toBeNull();
    await replica.pullAll();
    for (const collection of ['groups', 'group_members', 'group_messages'] as const) {
      const rows = replica.held.get(collection)?.values() ?? [];
      expect([...rows].filter((row) => row.group_id === group || row.id === group)).toEqual([]);
    }
    expect(await db.sql`select from notifications where user_id = ${ben.id} and related_group_id = ${group}`).toHaveLength(0);
    expect(await circle.visibleRow(ana, 'group_messages', message)).toMatchObject({ sender_name: 'Ben' });
  });

  test('a member who returns has the whole group again, with a new membership', async ({ circle, people: { ana, ben } }) => {
    const group = await circle.group(ana, ben);
    const first = await circle.message(ana, group, 'first');
    const replica = new ModelReplica(circle.engine, ben.id, ['groups', 'group_members', 'group_messages']);
    await replica.pullAll();
    const before = await circle.visibleRow(ben, 'group_members', groupMemberId(group, ben.id));
    await circle.leave(ben, group);
    await replica.pullAll();
    const meanwhile = await circle.message(ana, group, 'meanwhile');
    await circle.join(ana, group, ben);
    // Both kinds of device: one that learned of the leaving, and one that did not.
    const unaware = new ModelReplica(circle.engine, ben.id, ['groups', 'group_members', 'group_messages']);
    for (const device of [replica, unaware]) {
      await device.pullAll(1);
      expect(device.ids('group_messages')).toEqual(expect.arrayContaining([first, meanwhile]));
      expect(device.document('groups', group)).toBeDefined();
      expect(device.document('group_members', groupMemberId(group, ben.id))?.write_id).not.toBe(before?.write_id);
    }
  });

  test('[GR5] only the owner removes members; a member who was removed can be invited again', async ({
    circle,
    people: { ana, ben, carl },
  }) => {
    const group = await circle.group(ana, ben, carl);
    await circle.setRole(ana, group, ben, 'admin');
    expect((await circle.removeFromGroup(ben, group, carl)).code).toBe('NOT_ALLOWED');
    expect((await circle.removeFromGroup(carl, group, ana)).code).toBe('NOT_ALLOWED');
    expect((await circle.removeFromGroup(ana, group, ben)).code).toBeNull();
    expect((await circle.removeFromGroup(ana, group, ben)).code).toBeNull();
    expect(await circle.visibleRow(ben, 'groups', group)).toBeUndefined();
    expect((await circle.push(ben, 'group_messages', circle.messageDocument(ben, group))).code).toBe('GROUP_NOT_FOUND');
    await circle.join(ana, group, ben);
    expect(await circle.roles(group)).toEqual({ Ana: 'owner', Ben: 'member', Carl: 'member' });
  });

  test('[GR6] only the owner sets roles, based on the present state', async ({ circle, people: { ana, ben, carl, dora } }) => {
    const group = await circle.group(ana, ben, carl);
    expect((await circle.setRole(ben, group, carl, 'admin')).code).toBe('NOT_ALLOWED');
    expect((await circle.setRole(ben, group, ben, 'owner')).code).toBe('NOT_ALLOWED');
    const id = groupMemberId(group, ben.id);
    expect((await circle.push(ana, 'group_members', { id, role: 'admin' }, [uuid()])).code).toBe('CONFLICT');
    expect((await circle.push(ana, 'group_members', { id, role: 'founder' })).code).toBe('INVALID');
    expect((await circle.push(ana, 'group_members', { id: groupMemberId(group, dora.id), role: 'member' })).code).toBe('UNKNOWN_WRITE');
    await circle.done(ana, 'group_members', { id, role: 'admin' }, [(await circle.visibleRow(ana, 'group_members', id))?.write_id ?? '']);
    expect(await circle.roles(group)).toMatchObject({ Ben: 'admin' });
  });

  test('[GR7] making another member owner hands the group over', async ({ circle, people: { ana, ben } }) => {
    const group = await circle.group(ana, ben);
    expect((await circle.setRole(ana, group, ana, 'member')).code).toBe('NOT_ALLOWED');
    expect((await circle.setRole(ana, group, ben, 'owner')).code).toBeNull();
    expect(await circle.roles(group)).toEqual({ Ana: 'admin', Ben: 'owner' });
    expect((await circle.setRole(ana, group, ana, 'owner')).code).toBe('NOT_ALLOWED');
    expect((await circle.leave(ana, group)).code).toBeNull();
    expect(await circle.roles(group)).toEqual({ Ben: 'owner' });
  });
});

test('deleting a group deletes everything in it and all notifications about it, and leaves no live row in the log', async ({
  circle,
  db,
  people: { ana, ben, carl, dora },
}) => {
  const group = await circle.group(ana, ben, carl);
  const invitation = await circle.inviteToGroup(ana, group, dora);
  const message = await circle.message(ben, group);
  const reaction = await circle.react(carl, 'message', message);
  expect((await circle.push(ben, 'groups', { id: group, _deleted: true })).code).toBe('NOT_ALLOWED');
  const devices = [ana, ben, dora].map(
    (member) => new ModelReplica(circle.engine, member.id, ['groups', 'group_members', 'group_messages', 'reactions', 'invitations']),
  );
  for (const device of devices) await device.pullAll();
  await circle.done(ana, 'groups', { id: group, _deleted: true });
  for (const device of devices) {
    await device.pullAll();
    for (const rows of device.held.values()) {
      for (const row of rows.values()) expect([row.id, row.group_id, row.target_id]).not.toEqual(expect.arrayContaining([group, message]));
    }
    expect(device.document('invitations', invitation)).toBeUndefined();
    expect(device.document('reactions', reaction)).toBeUndefined();
  }
  expect(await db.sql`select from notifications where related_group_id = ${group} or related_invitation_id = ${invitation}`).toHaveLength(
    0,
  );
  const alive = await db.sql`
    select c.collection, c.doc_id from changes c join scopes s on s.id = c.scope_id where s.owner = ${group} and not c.removed`;
  expect([...alive]).toEqual([]);
  for (const [collection, document] of [
    ['group_messages', { ...circle.messageDocument(ben, await circle.group(ana, ben)), id: message }],
    ['invitations', { ...circle.groupInvitationDocument(ana, await circle.group(ana), { member: dora.id }), id: invitation }],
  ] as const) {
    expect((await circle.push(collection === 'invitations' ? ana : ben, collection, document)).code).toMatch(/NOT_FOUND$/);
  }
});

test('the members whose scopes change are named: on joining, leaving, removal, a new role and deletion', async ({
  circle,
  people: { ana, ben, carl },
}) => {
  const moved: string[][] = [];
  const watched = await import('./respond-to-group.ts');
  const { setRole } = await import('./set-role.ts');
  const { deleteGroup } = await import('./delete-group.ts');
  const watch = (context: Parameters<typeof setRole>[0]) => ({
    ...context,
    membersMoved: (members: readonly string[]) => void moved.push([...members].sort()),
  });
  const group = await circle.group(ana, ben);
  const id = await circle.inviteToGroup(ana, group, carl);
  await circle.engine.run({ userId: carl.id }, uuid(), (context) => watched.respondToGroup(watch(context), { id, status: 'accepted' }));
  const handOver = { group_id: group, user_id: ben.id, role: 'owner' as const };
  await circle.engine.run({ userId: ana.id }, uuid(), (context) => setRole(watch(context), handOver));
  await circle.engine.run({ userId: ben.id }, uuid(), (context) => deleteGroup(watch(context), { id: group }));
  expect(moved).toEqual([[carl.id], [ana.id], [ben.id], [ana.id, ben.id, carl.id].sort()]);
});
