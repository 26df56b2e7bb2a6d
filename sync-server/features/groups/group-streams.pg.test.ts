import { expect } from 'vitest';
import type { Member } from '../../../tests/support/circle.ts';
import { test as circleTest } from '../../../tests/support/fixtures/circle.ts';
import { setUp } from '../../../tests/support/set-up-time.ts';
import { type OpenStream, serveSync } from '../../../tests/support/sync-client.ts';

const test = circleTest
  /** Ben and Carl are friends of Ana. */
  .extend('people', async ({ circle }) => {
    const [ana, ben, carl] = [await circle.signUp('Ana'), await circle.signUp('Ben'), await circle.signUp('Carl')];
    await circle.befriend(ana, ben);
    await circle.befriend(ana, carl);
    return { ana, ben, carl };
  })
  .extend('sync', { scope: 'file' }, async ({ circle }, { onCleanup }) => {
    const sync = await setUp('server', () => serveSync(circle));
    onCleanup(() => sync.close());
    return sync;
  })
  /** Opens a stream of a member, closed after the test. */
  .extend('open', async ({ sync }, { onCleanup }) => {
    const opened: OpenStream[] = [];
    onCleanup(() => {
      for (const stream of opened) stream.close();
    });
    return async (member: Member) => {
      const stream = await sync.stream(member.id);
      opened.push(stream);
      await stream.until(() => stream.named('open').length > 0);
      return { ...stream, saw: (id: string) => JSON.stringify(stream.frames()).includes(id), marks: () => stream.named('pull').length };
    };
  });

test.for(['leaves', 'is removed', 'loses the group'] as const)(
  'the stream of a member who %s gets a pull, and nothing more of the group',
  async (how, { circle, open, people: { ana, ben, carl } }) => {
    const group = await circle.group(ana, ben, carl);
    const [bens, carls] = [await open(ben), await open(carl)];
    const before = await circle.message(ana, group, 'before');
    await bens.until(() => bens.saw(before) && carls.saw(before));
    const marks = bens.marks();
    if (how === 'leaves') await circle.leave(ben, group);
    if (how === 'is removed') await circle.removeFromGroup(ana, group, ben);
    if (how === 'loses the group') await circle.push(ana, 'groups', { id: group, _deleted: true });
    await bens.until(() => bens.marks() > marks);
    if (how === 'loses the group') {
      await carls.until(() => carls.marks() > 0);
      for (const stream of [bens, carls]) expect(stream.frames().flatMap((frame) => frame.collections.groups?.removed ?? [])).toEqual([]);
    } else {
      const after = await circle.message(ana, group, 'after');
      await carls.until(() => carls.saw(after));
      // A later event in the same stream shows that nothing was merely late.
      const post = await circle.post(ana);
      await bens.until(() => bens.saw(post));
      expect(bens.saw(after)).toBe(false);
    }
  },
);

test('a member who joins gets a pull and then what is written; an admin gets invitations, a plain member does not', async ({
  circle,
  open,
  people: { ana, ben, carl },
}) => {
  const group = await circle.group(ana, carl);
  const [bens, carls] = [await open(ben), await open(carl)];
  await circle.join(ana, group, ben);
  await bens.until(() => bens.marks() > 0);
  const message = await circle.message(ana, group);
  await bens.until(() => bens.saw(message) && carls.saw(message));

  const [dora, eli] = [await circle.signUp('Dora'), await circle.signUp('Eli')];
  for (const guest of [dora, eli]) await circle.befriend(ana, guest);
  await circle.setRole(ana, group, ben, 'admin');
  await bens.until(() => bens.marks() > 1);
  // The first change of a scope that nobody here read before comes by a pull, the next one by a frame.
  const first = await circle.inviteToGroup(ana, group, dora);
  await bens.until(() => bens.marks() > 2);
  const second = await circle.inviteToGroup(ana, group, eli);
  await bens.until(() => bens.saw(second));
  const next = await circle.message(ana, group);
  await carls.until(() => carls.saw(next));
  expect(carls.saw(first) || carls.saw(second)).toBe(false);
});
