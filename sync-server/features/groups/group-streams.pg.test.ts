import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFeatureWorld, type FeatureWorld, type Member } from '../../../tests/support/feature-world.ts';
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts';
import { serveSync } from '../../../tests/support/sync-client.ts';

let db: TestDatabase;
let world: FeatureWorld;
let server: Awaited<ReturnType<typeof serveSync>>;
let ana: Member;
let ben: Member;
let carl: Member;

beforeAll(async () => {
  db = await testDatabase();
  world = createFeatureWorld(db.database);
  server = await serveSync(world);
  [ana, ben, carl] = [await world.signUp('Ana'), await world.signUp('Ben'), await world.signUp('Carl')];
  await world.befriend(ana, ben);
  await world.befriend(ana, carl);
});
afterAll(async () => {
  expect(world.logged).toEqual([]);
  await world.engine.close();
  await server.close();
  await db.close();
});

async function opened(member: Member) {
  const stream = await server.stream(member.id);
  await stream.until(() => stream.named('open').length > 0);
  return { ...stream, saw: (id: string) => JSON.stringify(stream.frames()).includes(id), marks: () => stream.named('pull').length };
}

test.each(['leaves', 'is removed', 'loses the group'] as const)(
  'the stream of one who %s is told to pull, and brings nothing more of it',
  async (how) => {
    const group = await world.group(ana, ben, carl);
    const [bens, carls] = [await opened(ben), await opened(carl)];
    const before = await world.message(ana, group, 'before');
    await bens.until(() => bens.saw(before) && carls.saw(before));
    const marks = bens.marks();
    if (how === 'leaves') await world.leave(ben, group);
    if (how === 'is removed') await world.removeFromGroup(ana, group, ben);
    if (how === 'loses the group') await world.push(ana, 'groups', { id: group, _deleted: true });
    await bens.until(() => bens.marks() > marks);
    if (how === 'loses the group') {
      await carls.until(() => carls.marks() > 0);
      for (const stream of [bens, carls]) expect(stream.frames().flatMap((frame) => frame.collections.groups?.removed ?? [])).toEqual([]);
    } else {
      const after = await world.message(ana, group, 'after');
      await carls.until(() => carls.saw(after));
      // What comes later in the same stream shows that nothing of it was merely late.
      const post = await world.post(ana);
      await bens.until(() => bens.saw(post));
      expect(bens.saw(after)).toBe(false);
    }
    for (const stream of [bens, carls]) stream.close();
  },
);

test('who joins is told to pull and then hears of what is written; an admin hears of invitations, a member does not', async () => {
  const group = await world.group(ana, carl);
  const [bens, carls] = [await opened(ben), await opened(carl)];
  await world.join(ana, group, ben);
  await bens.until(() => bens.marks() > 0);
  const message = await world.message(ana, group);
  await bens.until(() => bens.saw(message) && carls.saw(message));

  const dora = await world.signUp('Dora');
  await world.befriend(ana, dora);
  await world.setRole(ana, group, ben, 'admin');
  await bens.until(() => bens.marks() > 1);
  const invitation = await world.inviteToGroup(ana, group, dora);
  await bens.until(() => bens.saw(invitation));
  const next = await world.message(ana, group);
  await carls.until(() => carls.saw(next));
  expect(carls.saw(invitation)).toBe(false);
  for (const stream of [bens, carls]) stream.close();
});
