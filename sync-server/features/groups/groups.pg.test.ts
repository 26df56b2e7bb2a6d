import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { groupMemberId, groupMemberSchema, groupSchema } from '../../../schemas/groups/group.ts';
import type { PushAnswer } from '../../../schemas/protocol/sync.ts';
import { codesOf, createFeatureWorld, type FeatureWorld, type Member, rowOf } from '../../../tests/support/feature-world.ts';
import { ModelReplica } from '../../../tests/support/model-replica.ts';
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts';
import { until } from '../../../tests/support/until.ts';
import { scope } from '../../sync/feature.ts';

let db: TestDatabase;
let world: FeatureWorld;
let ana: Member;
let ben: Member;
let carl: Member;
let dora: Member;

beforeAll(async () => {
  db = await testDatabase();
  world = createFeatureWorld(db.database);
  [ana, ben, carl, dora] = await Promise.all([world.signUp('Ana'), world.signUp('Ben'), world.signUp('Carl'), world.signUp('Dora')]);
  for (const friend of [ben, carl, dora]) await world.befriend(ana, friend);
});
afterAll(async () => {
  expect(world.logged).toEqual([]);
  await world.close();
  await db.close();
});

describe('founding and changing', () => {
  test('a group has exactly the fields of the protocol, its founder is its owner, and nobody else holds it', async () => {
    const document = world.groupDocument(ana, '  Sunday walks ', '   ');
    const answer = await world.done(ana, 'groups', document);
    expect(groupSchema.parse(rowOf(answer))).toEqual(rowOf(answer));
    expect(answer.document).toMatchObject({ name: 'Sunday walks', description: null, founder_id: ana.id });
    expect(answer.document?.created_at).not.toBe(document.created_at);
    const {
      scope: _scope,
      write_id: _writeId,
      ...owner
    } = (await world.held(ana, 'group_members', groupMemberId(document.id, ana.id))) ?? {};
    expect(groupMemberSchema.parse(owner)).toEqual(owner);
    expect(owner).toMatchObject({ role: 'owner', user_name: 'Ana' });
    expect(await world.held(ben, 'groups', document.id)).toBeUndefined();
    // Sent again it is one group.
    expect(await world.push(ana, 'groups', { ...document, write_id: answer.document?.write_id ?? '' })).toEqual(answer);
  });

  test('[GR1] one founds as oneself, and never with an id that was in use', async () => {
    expect((await world.push(ana, 'groups', world.groupDocument(ben))).code).toBe('NOT_ONESELF');
    expect((await world.push(ana, 'groups', { ...world.groupDocument(ana), name: '  ' })).code).toBe('INVALID');
    const group = await world.group(ana);
    expect((await world.push(carl, 'groups', { ...world.groupDocument(carl), id: group })).code).toBe('GROUP_NOT_FOUND');
    await world.done(ana, 'groups', { id: group, _deleted: true });
    expect((await world.push(ana, 'groups', { ...world.groupDocument(ana), id: group })).code).toBe('GROUP_NOT_FOUND');
  });

  test('[GR3] the owner edits, nobody else; upon an old state it is a conflict', async () => {
    const group = await world.group(ana, ben);
    const held = await world.held(ana, 'groups', group);
    const edit = { ...held, id: group, write_id: uuid(), name: 'Sunday rides', description: ' by bike ' };
    expect((await world.push(ben, 'groups', edit, [held?.write_id ?? ''])).code).toBe('NOT_ALLOWED');
    expect((await world.push(ana, 'groups', { ...edit, write_id: uuid() }, [uuid()])).code).toBe('CONFLICT');
    await world.done(ana, 'groups', { ...edit, write_id: uuid() }, [held?.write_id ?? '']);
    expect(await world.held(ben, 'groups', group)).toMatchObject({ name: 'Sunday rides', description: 'by bike', founder_id: ana.id });
  });

  test('an open invitation is read with the new name, a declined one by those who may invite alone', async () => {
    const group = await world.group(ana);
    const [open, declined] = [await world.inviteToGroup(ana, group, ben), await world.inviteToGroup(ana, group, carl)];
    await world.respondToGroup(carl, declined, 'declined');
    const replica = new ModelReplica(world.engine, ben.id, ['invitations']);
    await replica.pullAll();
    const held = await world.held(ana, 'groups', group);
    await world.done(ana, 'groups', { ...held, id: group, write_id: uuid(), name: 'Evening walks' }, [held?.write_id ?? '']);
    await replica.pullAll();
    expect(replica.document('invitations', open)).toMatchObject({ group_name: 'Evening walks' });
    expect(await world.held(ana, 'invitations', declined)).toMatchObject({ group_name: 'Evening walks', status: 'declined' });
    expect(await world.held(carl, 'invitations', declined)).toBeUndefined();
  });
});

describe('invitations', () => {
  test('who is invited and who may invite hold it; a plain member does not', async () => {
    const group = await world.group(ana, ben);
    const answer = await world.done(ana, 'invitations', world.groupInvitationDocument(ana, group, { email: carl.email }));
    expect(answer.document).toMatchObject({
      kind: 'group',
      group_id: group,
      receiver_user_id: carl.id,
      invited_email: null,
      inviter_email: null,
    });
    expect(await world.held(carl, 'invitations', answer.id)).toMatchObject({ group_name: 'Sunday walks', inviter_name: 'Ana' });
    expect(await world.held(ben, 'invitations', answer.id)).toBeUndefined();
    expect(await world.held(carl, 'groups', group)).toBeUndefined();
    expect(await world.told(carl)).toContain('group_invitation Ana');
    await world.setRole(ana, group, ben, 'admin');
    expect(await world.held(ben, 'invitations', answer.id)).toBeDefined();
    await world.setRole(ana, group, ben, 'member');
    expect(await world.held(ben, 'invitations', answer.id)).toBeUndefined();
  });

  test('[GI1] as oneself, [GI2] by owner and admins, [GI3] nobody who is in, [GI4] not twice, [GI5] direct friends alone', async () => {
    const group = await world.group(ana, ben);
    const by = (from: Member, to: Member) => world.groupInvitationDocument(from, group, { member: to.id });
    expect((await world.push(ben, 'invitations', by(ana, carl))).code).toBe('NOT_ONESELF');
    expect((await world.push(ben, 'invitations', by(ben, ana))).code).toBe('NOT_ALLOWED');
    expect((await world.push(ana, 'invitations', by(ana, ben))).code).toBe('ALREADY_IN_GROUP');
    expect((await world.push(ana, 'invitations', by(ana, ana))).code).toBe('ALREADY_IN_GROUP');
    await world.setRole(ana, group, ben, 'admin');
    // Carl is a friend of Ana's, not of Ben's; and nobody is found by an address that one does not know.
    expect((await world.push(ben, 'invitations', by(ben, carl))).code).toBe('USER_NOT_FOUND');
    for (const email of [carl.email, 'nobody@kith.test']) {
      expect((await world.push(ben, 'invitations', world.groupInvitationDocument(ben, group, { email }))).code).toBe('USER_NOT_FOUND');
    }
    const twice = await Promise.all([world.push(ana, 'invitations', by(ana, carl)), world.push(ana, 'invitations', by(ana, carl))]);
    expect(codesOf(twice).sort()).toEqual(['ALREADY_INVITED_TO_GROUP', null]);
    // From outside, a group that is and one that is not are alike.
    for (const unknown of [group, uuid()]) {
      const document = world.groupInvitationDocument(dora, unknown, { member: ana.id });
      expect(await world.push(dora, 'invitations', document)).toMatchObject({ code: 'GROUP_NOT_FOUND', document: null });
    }
  });

  test('[GI6] only who was invited answers, [GI7] once; accepting makes a member and takes the invitation away', async () => {
    const group = await world.group(ana);
    const id = await world.inviteToGroup(ana, group, ben);
    for (const other of [ana, carl]) expect((await world.respondToGroup(other, id, 'accepted')).code).toBe('INVITATION_NOT_FOUND');
    const answers = await Promise.all([
      world.respondToGroup(ben, id, 'accepted'),
      world.respondToGroup(ben, id, 'declined'),
      world.respondToGroup(ben, id, 'accepted'),
    ]);
    expect(codesOf(answers).filter((code) => code === null)).toHaveLength(1);
    expect(codesOf(answers).filter((code) => code === 'INVITATION_ANSWERED')).toHaveLength(2);
    expect(await world.held(ben, 'invitations', id)).toBeUndefined();
  });

  test('an answered invitation does not come back to who answered, also when a new name touches it at that moment', async () => {
    const eva = await world.signUp('Eva');
    await world.befriend(ana, eva);
    const device = new ModelReplica(world.engine, eva.id, ['invitations']);
    for (let round = 0; round < 6; round += 1) {
      const group = await world.group(ana);
      const id = await world.inviteToGroup(ana, group, eva);
      await device.pullAll();
      const profile = await world.held(eva, 'profiles', eva.id);
      await Promise.all([
        world.respondToGroup(eva, id, round % 2 === 0 ? 'accepted' : 'declined'),
        world.push(eva, 'profiles', { ...profile, id: eva.id, write_id: uuid(), name: `Eva ${round}` }, [profile?.write_id ?? '']),
      ]);
      await device.pullAll();
      expect(device.document('invitations', id)).toBeUndefined();
    }
    // The race made certain: an answer that has not been committed yet is waited for.
    const answered = await world.inviteToGroup(ana, await world.group(ana), eva);
    const places = () => db.sql`select scope_id, seq from changes where doc_id = ${answered} order by scope_id`;
    const before = await places();
    let renaming: Promise<unknown> = Promise.resolve();
    const held = await world.held(eva, 'profiles', eva.id);
    await db.sql.begin(async (other) => {
      await other`update group_invitations set status = 'accepted' where id = ${answered}`;
      renaming = world.push(eva, 'profiles', { ...held, id: eva.id, write_id: uuid(), name: 'Eva again' }, [held?.write_id ?? '']);
      await until(async () => (await db.sql`select from pg_locks where not granted`).length > 0);
    });
    await renaming;
    expect(await places()).toEqual(before);
    // And where the log says that it is there all the same, it is not shown.
    const group = await world.group(ana);
    const id = await world.inviteToGroup(ana, group, eva);
    await world.respondToGroup(eva, id, 'accepted');
    await world.engine.system(async (context) => {
      context.record({ scopes: [scope.self(eva.id), scope.groupAdmins(group)], collection: 'invitations', id });
    });
    for (const member of [ana, eva]) expect(await world.held(member, 'invitations', id)).toBeUndefined();
  });

  test('declined it stays with those who may invite, and stands in the way until it is taken back', async () => {
    const group = await world.group(ana, carl);
    const id = await world.inviteToGroup(ana, group, ben);
    await world.respondToGroup(ben, id, 'declined');
    expect(await world.held(ana, 'invitations', id)).toMatchObject({ status: 'declined' });
    expect(await db.sql`select from notifications where related_group_id = ${group} and user_id = ${ben.id}`).toHaveLength(0);
    const again = world.groupInvitationDocument(ana, group, { member: ben.id });
    expect((await world.push(ana, 'invitations', again)).code).toBe('ALREADY_INVITED_TO_GROUP');
    expect((await world.push(carl, 'invitations', { id, _deleted: true })).code).toBe('INVITATION_NOT_FOUND');
    await world.done(ana, 'invitations', { id, _deleted: true });
    await world.done(ana, 'invitations', { ...again, write_id: uuid() });
  });

  test('[GI8] its sender and the owner take it back, [GI9] not once it was accepted; its id never returns', async () => {
    const group = await world.group(ana, ben, carl);
    await world.setRole(ana, group, ben, 'admin');
    await world.setRole(ana, group, carl, 'admin');
    await world.befriend(ben, dora);
    const document = world.groupInvitationDocument(ben, group, { member: dora.id });
    await world.done(ben, 'invitations', document);
    expect((await world.push(carl, 'invitations', { id: document.id, _deleted: true })).code).toBe('NOT_ALLOWED');
    expect((await world.push(dora, 'invitations', { id: document.id, _deleted: true })).code).toBe('INVITATION_NOT_FOUND');
    await world.done(ana, 'invitations', { id: document.id, _deleted: true });
    for (const member of [ana, ben, dora]) expect(await world.held(member, 'invitations', document.id)).toBeUndefined();
    expect((await world.respondToGroup(dora, document.id, 'accepted')).code).toBe('INVITATION_NOT_FOUND');
    expect((await world.push(ben, 'invitations', { ...document, write_id: uuid() })).code).toBe('INVITATION_NOT_FOUND');
    const accepted = await world.inviteToGroup(ben, group, dora);
    await world.respondToGroup(dora, accepted, 'accepted');
    expect((await world.push(ben, 'invitations', { id: accepted, _deleted: true })).code).toBe('INVITATION_NOT_FOUND');
    expect(await world.roles(group)).toMatchObject({ Dora: 'member' });
    await world.unfriend(ben, dora);
  });

  test('the id of a friend invitation is none for a group, nor the other way round', async () => {
    const group = await world.group(ana);
    const eva = await world.signUp('Eva');
    const asFriend = await world.invite(ana, { member: eva.id });
    const intoGroup = await world.inviteToGroup(ana, group, ben);
    const stolen = { ...world.groupInvitationDocument(ana, group, { member: carl.id }), id: asFriend };
    expect((await world.push(ana, 'invitations', stolen)).code).toBe('INVITATION_NOT_FOUND');
    expect((await world.push(ana, 'invitations', { ...world.invitationDocument(ana, { email: 'x@kith.test' }), id: intoGroup })).code).toBe(
      'INVITATION_NOT_FOUND',
    );
    expect((await world.respond(ben, intoGroup, 'accepted')).code).toBe('INVITATION_NOT_FOUND');
    expect((await world.respondToGroup(eva, asFriend, 'accepted')).code).toBe('INVITATION_NOT_FOUND');
  });
});

test('a new name reaches the members of every group, and those who hold an invitation that bears it', async () => {
  const eva = await world.signUp('Eva');
  await world.befriend(ana, eva);
  await world.befriend(eva, dora);
  const group = await world.group(ana, ben, eva);
  await world.setRole(ana, group, eva, 'admin');
  const sent = await world.inviteToGroup(eva, group, dora);
  const theirs = await world.group(dora);
  const received = await world.inviteToGroup(dora, theirs, eva);
  const devices = [ben, dora].map((member) => new ModelReplica(world.engine, member.id, ['group_members', 'invitations']));
  for (const device of devices) await device.pullAll();
  const profile = await world.held(eva, 'profiles', eva.id);
  await world.done(eva, 'profiles', { ...profile, id: eva.id, write_id: uuid(), name: 'Evi' }, [profile?.write_id ?? '']);
  for (const device of devices) await device.pullAll();
  const [bens, doras] = devices;
  expect(bens?.document('group_members', groupMemberId(group, eva.id))).toMatchObject({ user_name: 'Evi' });
  expect(doras?.document('invitations', sent)).toMatchObject({ inviter_name: 'Evi' });
  expect(doras?.document('invitations', received)).toMatchObject({ receiver_name: 'Evi' });
});

describe('members', () => {
  test('[GR2] who is not in a group is told nothing of it, whatever they try', async () => {
    const group = await world.group(ana, ben);
    const eva = await world.signUp('Eva');
    const attempts = (id: string) => [
      world.push(eva, 'groups', { id, _deleted: true }),
      world.removeFromGroup(eva, id, ben),
      world.push(eva, 'group_members', { id: groupMemberId(id, eva.id), role: 'owner' }),
      world.push(eva, 'group_members', { id: groupMemberId(id, ben.id), role: 'admin' }),
      world.push(eva, 'groups', { ...world.groupDocument(eva), id, founder_id: ana.id }),
      world.push(eva, 'group_messages', world.messageDocument(eva, id)),
    ];
    const without = (answers: PushAnswer[]) => answers.map(({ code, document }) => ({ code, document }));
    const onIt = without(await Promise.all(attempts(group)));
    expect(onIt).toEqual(without(await Promise.all(attempts(uuid()))));
    expect(onIt.every((answer) => answer.code !== null && answer.document === null)).toBe(true);
    expect(await world.roles(group)).toEqual({ Ana: 'owner', Ben: 'member' });
  });

  test('[GR4] the owner cannot leave; others leave, lose all of it at once, and leave what they wrote', async () => {
    const group = await world.group(ana, ben);
    const message = await world.message(ben, group);
    await world.message(ana, group);
    expect((await world.leave(ana, group)).code).toBe('OWNER_CANNOT_LEAVE');
    const replica = new ModelReplica(world.engine, ben.id, ['groups', 'group_members', 'group_messages', 'notifications']);
    await replica.pullAll();
    expect(replica.ids('group_messages')).toHaveLength(2);
    expect((await world.leave(ben, group)).code).toBeNull();
    // By another device, once more: it is so already.
    expect((await world.leave(ben, group)).code).toBeNull();
    await replica.pullAll();
    for (const collection of ['groups', 'group_members', 'group_messages'] as const) {
      const rows = replica.held.get(collection)?.values() ?? [];
      expect([...rows].filter((row) => row.group_id === group || row.id === group)).toEqual([]);
    }
    expect(await db.sql`select from notifications where user_id = ${ben.id} and related_group_id = ${group}`).toHaveLength(0);
    expect(await world.held(ana, 'group_messages', message)).toMatchObject({ sender_name: 'Ben' });
  });

  test('who returns holds the whole group again, with a membership that is a new one', async () => {
    const group = await world.group(ana, ben);
    const first = await world.message(ana, group, 'first');
    const replica = new ModelReplica(world.engine, ben.id, ['groups', 'group_members', 'group_messages']);
    await replica.pullAll();
    const before = await world.held(ben, 'group_members', groupMemberId(group, ben.id));
    await world.leave(ben, group);
    await replica.pullAll();
    const meanwhile = await world.message(ana, group, 'meanwhile');
    await world.join(ana, group, ben);
    // Both ways: a device that heard of the leaving, and one that did not.
    const unaware = new ModelReplica(world.engine, ben.id, ['groups', 'group_members', 'group_messages']);
    for (const device of [replica, unaware]) {
      await device.pullAll(1);
      expect(device.ids('group_messages')).toEqual(expect.arrayContaining([first, meanwhile]));
      expect(device.document('groups', group)).toBeDefined();
      expect(device.document('group_members', groupMemberId(group, ben.id))?.write_id).not.toBe(before?.write_id);
    }
  });

  test('[GR5] the owner removes members, nobody else does; who was removed can be asked again', async () => {
    const group = await world.group(ana, ben, carl);
    await world.setRole(ana, group, ben, 'admin');
    expect((await world.removeFromGroup(ben, group, carl)).code).toBe('NOT_ALLOWED');
    expect((await world.removeFromGroup(carl, group, ana)).code).toBe('NOT_ALLOWED');
    expect((await world.removeFromGroup(ana, group, ben)).code).toBeNull();
    expect((await world.removeFromGroup(ana, group, ben)).code).toBeNull();
    expect(await world.held(ben, 'groups', group)).toBeUndefined();
    expect((await world.push(ben, 'group_messages', world.messageDocument(ben, group))).code).toBe('GROUP_NOT_FOUND');
    await world.join(ana, group, ben);
    expect(await world.roles(group)).toEqual({ Ana: 'owner', Ben: 'member', Carl: 'member' });
  });

  test('[GR6] only the owner sets roles, upon what they know', async () => {
    const group = await world.group(ana, ben, carl);
    expect((await world.setRole(ben, group, carl, 'admin')).code).toBe('NOT_ALLOWED');
    expect((await world.setRole(ben, group, ben, 'owner')).code).toBe('NOT_ALLOWED');
    const id = groupMemberId(group, ben.id);
    expect((await world.push(ana, 'group_members', { id, role: 'admin' }, [uuid()])).code).toBe('CONFLICT');
    expect((await world.push(ana, 'group_members', { id, role: 'founder' })).code).toBe('INVALID');
    expect((await world.push(ana, 'group_members', { id: groupMemberId(group, dora.id), role: 'member' })).code).toBe('UNKNOWN_WRITE');
    await world.done(ana, 'group_members', { id, role: 'admin' }, [(await world.held(ana, 'group_members', id))?.write_id ?? '']);
    expect(await world.roles(group)).toMatchObject({ Ben: 'admin' });
  });

  test('[GR7] making another member owner hands the group over', async () => {
    const group = await world.group(ana, ben);
    expect((await world.setRole(ana, group, ana, 'member')).code).toBe('NOT_ALLOWED');
    expect((await world.setRole(ana, group, ben, 'owner')).code).toBeNull();
    expect(await world.roles(group)).toEqual({ Ana: 'admin', Ben: 'owner' });
    expect((await world.setRole(ana, group, ana, 'owner')).code).toBe('NOT_ALLOWED');
    expect((await world.leave(ana, group)).code).toBeNull();
    expect(await world.roles(group)).toEqual({ Ben: 'owner' });
  });
});

test('deleting a group takes all that is in it and all that was told of it, and leaves no row alive in the log', async () => {
  const group = await world.group(ana, ben, carl);
  const invitation = await world.inviteToGroup(ana, group, dora);
  const message = await world.message(ben, group);
  const reaction = await world.react(carl, 'message', message);
  expect((await world.push(ben, 'groups', { id: group, _deleted: true })).code).toBe('NOT_ALLOWED');
  const devices = [ana, ben, dora].map(
    (member) => new ModelReplica(world.engine, member.id, ['groups', 'group_members', 'group_messages', 'reactions', 'invitations']),
  );
  for (const device of devices) await device.pullAll();
  await world.done(ana, 'groups', { id: group, _deleted: true });
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
    ['group_messages', { ...world.messageDocument(ben, await world.group(ana, ben)), id: message }],
    ['invitations', { ...world.groupInvitationDocument(ana, await world.group(ana), { member: dora.id }), id: invitation }],
  ] as const) {
    expect((await world.push(collection === 'invitations' ? ana : ben, collection, document)).code).toMatch(/NOT_FOUND$/);
  }
});

test('those whose scopes change are named: who joins, leaves, is removed, gets another role, or loses the group', async () => {
  const moved: string[][] = [];
  const watched = await import('./respond-to-group.ts');
  const { setRole } = await import('./set-role.ts');
  const { deleteGroup } = await import('./delete-group.ts');
  const watch = (context: Parameters<typeof setRole>[0]) => ({
    ...context,
    membersMoved: (members: readonly string[]) => void moved.push([...members].sort()),
  });
  const group = await world.group(ana, ben);
  const id = await world.inviteToGroup(ana, group, carl);
  await world.engine.run({ userId: carl.id }, uuid(), (context) => watched.respondToGroup(watch(context), { id, status: 'accepted' }));
  const handOver = { group_id: group, user_id: ben.id, role: 'owner' as const };
  await world.engine.run({ userId: ana.id }, uuid(), (context) => setRole(watch(context), handOver));
  await world.engine.run({ userId: ben.id }, uuid(), (context) => deleteGroup(watch(context), { id: group }));
  expect(moved).toEqual([[carl.id], [ana.id], [ben.id], [ana.id, ben.id, carl.id].sort()]);
});
