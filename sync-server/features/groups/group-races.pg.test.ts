/** Acts that meet in a group: whichever comes first wins, and what it decided holds for the other. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codesOf, createFeatureWorld, type FeatureWorld, type Member } from '../../../tests/support/feature-world.ts';
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts';

let db: TestDatabase;
let world: FeatureWorld;
let ana: Member;
let ben: Member;
let carl: Member;

beforeAll(async () => {
  db = await testDatabase();
  world = createFeatureWorld(db.database);
  [ana, ben, carl] = await Promise.all([world.signUp('Ana'), world.signUp('Ben'), world.signUp('Carl')]);
  for (const friend of [ben, carl]) await world.befriend(ana, friend);
});
afterAll(async () => {
  expect(world.logged).toEqual([]);
  await world.close();
  await db.close();
});

test('two hand-overs: one owner', async () => {
  for (let round = 0; round < 4; round += 1) {
    const group = await world.group(ana, ben, carl);
    const answers = await Promise.all([world.setRole(ana, group, ben, 'owner'), world.setRole(ana, group, carl, 'owner')]);
    expect(codesOf(answers).filter((code) => code === null)).toHaveLength(1);
    expect(Object.values(await world.roles(group)).sort()).toEqual(['admin', 'member', 'owner']);
  }
});

test('leaving and being made owner: the group keeps exactly one', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 8; round += 1) {
    const group = await world.group(ana, ben);
    const [left, handed] = await Promise.all([world.leave(ben, group), world.setRole(ana, group, ben, 'owner')]);
    seen.add(`${left.code} ${handed.code}`);
    const after = await world.roles(group);
    expect(Object.values(after).filter((role) => role === 'owner')).toHaveLength(1);
    expect(Object.keys(after).includes('Ben')).toBe(left.code !== null);
  }
  for (const one of seen) expect(['null UNKNOWN_WRITE', 'null USER_NOT_FOUND', 'OWNER_CANNOT_LEAVE null']).toContain(one);
});

test('deleting and writing: no message outlives its group', async () => {
  for (let round = 0; round < 4; round += 1) {
    const group = await world.group(ana, ben);
    const [, ...sent] = await Promise.all([
      world.push(ana, 'groups', { id: group, _deleted: true }),
      world.push(ben, 'group_messages', world.messageDocument(ben, group)),
      world.push(ana, 'group_messages', world.messageDocument(ana, group)),
    ]);
    for (const code of codesOf(sent)) expect([null, 'GROUP_NOT_FOUND']).toContain(code);
    const alive = await db.sql`select from changes c join scopes s on s.id = c.scope_id where s.owner = ${group} and not c.removed`;
    expect(alive).toHaveLength(0);
    expect(await db.sql`select from group_messages where group_id = ${group}`).toHaveLength(0);
  }
});

test('removing and writing: whoever is removed is told nothing afterwards, and writes nothing', async () => {
  for (let round = 0; round < 4; round += 1) {
    const group = await world.group(ana, ben, carl);
    const [, byBen, byCarl] = await Promise.all([
      world.removeFromGroup(ana, group, ben),
      world.push(ben, 'group_messages', world.messageDocument(ben, group)),
      world.push(carl, 'group_messages', world.messageDocument(carl, group)),
    ]);
    expect([null, 'GROUP_NOT_FOUND']).toContain(byBen?.code);
    expect(byCarl?.code).toBeNull();
    expect(await db.sql`select from notifications where user_id = ${ben.id} and related_group_id = ${group}`).toHaveLength(0);
  }
});

test('accepting and taking back: a member or no invitation', async () => {
  for (let round = 0; round < 4; round += 1) {
    const group = await world.group(ana);
    const id = await world.inviteToGroup(ana, group, ben);
    const [accepted, cancelled] = await Promise.all([
      world.respondToGroup(ben, id, 'accepted'),
      world.push(ana, 'invitations', { id, _deleted: true }),
    ]);
    expect([accepted.code, cancelled.code]).toContain(null);
    expect([accepted.code, cancelled.code]).toContain('INVITATION_NOT_FOUND');
    expect(Object.keys(await world.roles(group)).includes('Ben')).toBe(accepted.code === null);
  }
});
