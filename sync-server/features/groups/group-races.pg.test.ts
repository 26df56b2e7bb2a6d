import { expect } from 'vitest';
import { codesOf } from '../../../tests/support/circle.ts';
import { test as circleTest } from '../../../tests/support/fixtures/circle.ts';

/** Commands that meet in a group: the first one wins, and the other one sees what it decided. */

const test = circleTest
  /** Ben and Carl are friends of Ana. */
  .extend('people', async ({ circle }) => {
    const [ana, ben, carl] = [await circle.signUp('Ana'), await circle.signUp('Ben'), await circle.signUp('Carl')];
    await circle.befriend(ana, ben);
    await circle.befriend(ana, carl);
    return { ana, ben, carl };
  });

test('two hand-overs at the same time: one owner', async ({ circle, people: { ana, ben, carl } }) => {
  for (let round = 0; round < 4; round += 1) {
    const group = await circle.group(ana, ben, carl);
    const answers = await Promise.all([circle.setRole(ana, group, ben, 'owner'), circle.setRole(ana, group, carl, 'owner')]);
    expect(codesOf(answers).filter((code) => code === null)).toHaveLength(1);
    expect(Object.values(await circle.roles(group)).sort()).toEqual(['admin', 'member', 'owner']);
  }
});

test('[GR8] a member owns at most 100 groups, founded or handed over at the same moment', async ({ circle, people: { ana, ben } }) => {
  for (let nth = 0; nth < 97; nth += 1) await circle.group(ben);
  const handed = await Promise.all([circle.group(ana, ben), circle.group(ana, ben), circle.group(ana, ben)]);
  const answers = await Promise.all([
    ...handed.map((group) => circle.setRole(ana, group, ben, 'owner')),
    ...[1, 2, 3].map(() => circle.push(ben, 'groups', circle.groupDocument(ben))),
  ]);
  const codes = codesOf(answers);
  expect(codes.filter((code) => code === null)).toHaveLength(3);
  for (const code of codes) expect([null, 'TOO_MANY_GROUPS', 'THEY_OWN_TOO_MANY_GROUPS']).toContain(code);
  expect((await circle.push(ben, 'groups', circle.groupDocument(ben))).code).toBe('TOO_MANY_GROUPS');
  // The others of the group are not limited by it.
  expect((await circle.push(ana, 'groups', circle.groupDocument(ana))).code).toBeNull();
});

test('leaving and being made owner: the group keeps exactly one owner', async ({ circle, people: { ana, ben } }) => {
  const seen = new Set<string>();
  for (let round = 0; round < 8; round += 1) {
    const group = await circle.group(ana, ben);
    const [left, handed] = await Promise.all([circle.leave(ben, group), circle.setRole(ana, group, ben, 'owner')]);
    seen.add(`${left.code} ${handed.code}`);
    const after = await circle.roles(group);
    expect(Object.values(after).filter((role) => role === 'owner')).toHaveLength(1);
    expect(Object.keys(after).includes('Ben')).toBe(left.code !== null);
  }
  for (const one of seen) expect(['null UNKNOWN_WRITE', 'null USER_NOT_FOUND', 'OWNER_CANNOT_LEAVE null']).toContain(one);
});

test('deleting and writing: no message outlives its group', async ({ circle, db, people: { ana, ben } }) => {
  for (let round = 0; round < 4; round += 1) {
    const group = await circle.group(ana, ben);
    const [, ...sent] = await Promise.all([
      circle.push(ana, 'groups', { id: group, _deleted: true }),
      circle.push(ben, 'group_messages', circle.messageDocument(ben, group)),
      circle.push(ana, 'group_messages', circle.messageDocument(ana, group)),
    ]);
    for (const code of codesOf(sent)) expect([null, 'GROUP_NOT_FOUND']).toContain(code);
    const alive = await db.sql`select from changes c join scopes s on s.id = c.scope_id where s.owner = ${group} and not c.removed`;
    expect(alive).toHaveLength(0);
    expect(await db.sql`select from group_messages where group_id = ${group}`).toHaveLength(0);
  }
});

test('removing and writing: a removed member gets no notification afterwards, and writes nothing', async ({
  circle,
  db,
  people: { ana, ben, carl },
}) => {
  for (let round = 0; round < 4; round += 1) {
    const group = await circle.group(ana, ben, carl);
    const [, byBen, byCarl] = await Promise.all([
      circle.removeFromGroup(ana, group, ben),
      circle.push(ben, 'group_messages', circle.messageDocument(ben, group)),
      circle.push(carl, 'group_messages', circle.messageDocument(carl, group)),
    ]);
    expect([null, 'GROUP_NOT_FOUND']).toContain(byBen?.code);
    expect(byCarl?.code).toBeNull();
    expect(await db.sql`select from notifications where user_id = ${ben.id} and related_group_id = ${group}`).toHaveLength(0);
  }
});

test('accepting and cancelling: a member or no invitation', async ({ circle, people: { ana, ben } }) => {
  for (let round = 0; round < 4; round += 1) {
    const group = await circle.group(ana);
    const id = await circle.inviteToGroup(ana, group, ben);
    const [accepted, cancelled] = await Promise.all([
      circle.respondToGroup(ben, id, 'accepted'),
      circle.push(ana, 'invitations', { id, _deleted: true }),
    ]);
    expect([accepted.code, cancelled.code]).toContain(null);
    expect([accepted.code, cancelled.code]).toContain('INVITATION_NOT_FOUND');
    expect(Object.keys(await circle.roles(group)).includes('Ben')).toBe(accepted.code === null);
  }
});
