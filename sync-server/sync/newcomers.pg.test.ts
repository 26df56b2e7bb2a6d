/** Frames name rows that were removed. Who came after that learns nothing of them. */
import { expect } from 'vitest';
import { friendRowId } from '../../schemas/friends/friend-row-id.ts';
import type { Circle, Member } from '../../tests/support/circle.ts';
import { test as circleTest, OPERATOR, openCircle, usualLimits } from '../../tests/support/fixtures/circle.ts';
import { type OpenStream, serveSync } from '../../tests/support/sync-client.ts';
import type { Announcement, Bus } from './bus/bus.ts';

const test = circleTest
  /** Ana with a post and a group, her friends Cleo and Yara, who are in the group, and Ben, who comes later */
  .extend('people', async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    const [cleo, yara] = [await circle.signUp('Cleo'), await circle.signUp('Yara')];
    for (const friend of [cleo, yara]) await circle.befriend(ana, friend);
    return { ana, ben, cleo, yara, post: await circle.post(ana), group: await circle.group(ana, cleo, yara) };
  })
  /** Yara reacts, takes that back, leaves the group, and is no friend any more. */
  .extend('yaraGoes', ({ people: { ana, yara, post, group } }) => async (circle: Circle) => {
    const id = await circle.react(yara, 'post', post);
    await circle.done(yara, 'reactions', { id, _deleted: true });
    await circle.leave(yara, group);
    await circle.unfriend(ana, yara);
  })
  /** A process that serves streams. The acts of the tests reach it only by what `hear` announces, if they are not its own. */
  .extend('process', async ({ db }, { onCleanup }) => {
    const listeners: ((moved: Announcement) => void)[] = [];
    const bus: Bus = {
      publish: () => undefined,
      subscribe: (listener) => {
        listeners.push(listener);
        return () => undefined;
      },
      close: async () => undefined,
    };
    const own = openCircle(db.database, usualLimits, OPERATOR, bus);
    const sync = await serveSync(own);
    const streams: OpenStream[] = [];
    onCleanup(async () => {
      for (const stream of streams) stream.close();
      await sync.close();
      await own.close();
    });
    return {
      own: own as Circle,
      async open({ id }: Member): Promise<OpenStream> {
        const stream = await sync.stream(id);
        streams.push(stream);
        await stream.until(() => stream.events.length > 0);
        return stream;
      },
      /** Announces that everything has moved, and these members have other scopes. */
      async hear(...members: readonly Member[]): Promise<void> {
        const scopes = await db.sql<{ id: number }[]>`select id from scopes`;
        const moved = { scopes: scopes.map(({ id }) => ({ id, collections: [] })), members: members.map(({ id }) => id) };
        for (const listener of listeners) listener(moved);
      },
    };
  });

/** Waits for a new post of the author to come by a frame. Everything before it has come then. */
async function untilPosted(circle: Circle, author: Member, stream: OpenStream): Promise<void> {
  const post = await circle.post(author);
  await stream.until(() => JSON.stringify(stream.frames()).includes(post));
}

test('whose scopes nobody read here before', async ({ process: { own, open }, people, yaraGoes }) => {
  const { ana, ben, yara, group } = people;
  await yaraGoes(own);
  const stream = await open(ben);
  await own.befriend(ben, ana);
  await own.join(ana, group, ben);
  await untilPosted(own, ana, stream);
  await own.message(ana, group);
  await stream.until(() => JSON.stringify(stream.frames()).includes('who comes along?'));
  expect(JSON.stringify(stream.events)).not.toContain(yara.id);
  // A pull brings it all.
  expect(JSON.stringify(stream.frames())).not.toContain(friendRowId(ana.id, ben.id));
  expect(stream.named('pull').length).toBeGreaterThan(0);
});

test('whose scopes others read here', async ({ process: { own, open }, people, yaraGoes }) => {
  const { ana, ben, cleo, yara, group } = people;
  const [bens, cleos] = [await open(ben), await open(cleo)];
  await yaraGoes(own);
  await own.befriend(ben, ana);
  await own.join(ana, group, ben);
  await untilPosted(own, ana, bens);
  await untilPosted(own, ana, cleos);
  expect(JSON.stringify(bens.events)).not.toContain(yara.id);
  expect(JSON.stringify(bens.frames())).not.toContain(friendRowId(ana.id, ben.id));
});

test('in a process that hears of the removals and of the newcomer at once', async ({
  circle,
  process: { open, hear, own },
  people,
  yaraGoes,
}) => {
  const { ana, ben, cleo, yara, group } = people;
  const [bens, cleos] = [await open(ben), await open(cleo)];
  await yaraGoes(circle);
  await circle.befriend(ben, ana);
  await circle.join(ana, group, ben);
  await hear(ana, ben);
  await bens.until(() => bens.named('pull').length > 0);
  await cleos.until(() => cleos.named('pull').length > 0);
  await untilPosted(own, ana, bens);
  await untilPosted(own, ana, cleos);
  expect(JSON.stringify(bens.events)).not.toContain(yara.id);
});

test('in a process that hears of the removals only, when the newcomer is there already', async ({
  circle,
  process: { open, hear, own },
  people,
  yaraGoes,
}) => {
  const { ana, ben, cleo, yara, group } = people;
  const [bens, cleos] = [await open(ben), await open(cleo)];
  await yaraGoes(circle);
  await circle.befriend(ben, ana);
  await circle.join(ana, group, ben);
  await hear();
  await bens.until(() => bens.named('pull').length > 0);
  await cleos.until(() => cleos.named('pull').length > 0);
  await untilPosted(own, ana, bens);
  await untilPosted(own, ana, cleos);
  expect(JSON.stringify(bens.events)).not.toContain(yara.id);
});

test('but what others write to a scope without such removals comes by frames', async ({ circle, process: { open, hear }, people }) => {
  const { ana, cleo } = people;
  const stream = await open(cleo);
  const post = await circle.post(ana);
  await circle.done(ana, 'posts', { id: await circle.post(ana), _deleted: true });
  await hear();
  await stream.until(() => JSON.stringify(stream.frames()).includes(post));
  expect(stream.named('pull')).toEqual([]);
});
