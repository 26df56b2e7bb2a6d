import * as fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { OpenChannel } from '../../../tests/support/channel-client.ts';
import { test } from '../../../tests/support/fixtures/channels.ts';
import type { Member } from '../../../tests/support/fixtures/server.ts';
import { until } from '../../../tests/support/until.ts';

/**
 * Random lives of two members. `posts` is compared with a model that knows only friendship and audience: after each act the other member's
 * channel says exactly what follows from it. Messages and notifications show words of other rows: there, what a follower stores equals the
 * list after each act. All of it holds even if the channel broke off and was resumed.
 */

const audiences = ['friends', 'public', 'private'] as const;
type Audience = (typeof audiences)[number];
type Act =
  | { readonly is: 'post'; readonly audience: Audience }
  | { readonly is: 'edit' | 'delete'; readonly nth: number }
  | { readonly is: 'move'; readonly nth: number; readonly audience: Audience }
  | { readonly is: 'befriend or unfriend' | 'reconnect' | 'lose the connection' };

const audience = fc.constantFrom(...audiences);
const nth = fc.nat({ max: 20 });
const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ is: fc.constant('post' as const), audience }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constantFrom('edit' as const, 'delete' as const), nth }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('move' as const), nth, audience }) },
  // One act, because only one of the two is possible at a time. Drawn apart, most would have no effect, and every twentieth run would have
  // no `unfriend`.
  { weight: 3, arbitrary: fc.record({ is: fc.constant('befriend or unfriend' as const) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constantFrom('reconnect' as const, 'lose the connection' as const) }) },
);

/** Chance alone leaves out one of them in one run of a few hundred. */
const eachOnce: Act[] = [
  { is: 'post', audience: 'friends' },
  { is: 'edit', nth: 0 },
  { is: 'move', nth: 0, audience: 'public' },
  { is: 'reconnect' },
  { is: 'lose the connection' },
  { is: 'befriend or unfriend' },
  { is: 'befriend or unfriend' },
  { is: 'delete', nth: 0 },
];

test('a channel sends what follows from each act, and nothing else', async ({ circle, listen }) => {
  let run = 0;
  const happened = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 8, maxLength: 16 }), async (life) => {
      run += 1;
      const [ana, ben] = [await circle.signUp(`Ana ${run}`), await circle.signUp(`Ben ${run}`)];
      let friends = false;
      const posts = new Map<string, Audience>();
      const isSeen = (by: Audience | undefined): boolean => friends && (by === 'friends' || by === 'public');
      const chosen = (place: number) => [...posts.keys()][place % Math.max(1, posts.size)];
      let channel = await listen(ben, 'posts');
      let heard = channel.events.length;
      let isOpen = true;

      async function carryOut(act: Act): Promise<string[] | null> {
        if (act.is === 'post') {
          const id = await circle.post(ana, { audience: act.audience });
          posts.set(id, act.audience);
          return isSeen(act.audience) ? [`insert ${id}`] : [];
        }
        if (act.is === 'edit' || act.is === 'delete' || act.is === 'move') {
          const id = chosen(act.nth);
          if (id === undefined) return null;
          const before = posts.get(id);
          const after = act.is === 'move' ? act.audience : act.is === 'edit' ? before : undefined;
          if (after === undefined) posts.delete(id);
          else posts.set(id, after);
          const path = `/api/posts/${id}`;
          const done = after
            ? await ana.client.put(path, { content: `${act.is} ${uuid()}`, visibility_type: after })
            : await ana.client.delete(path);
          expect(done.status).toBe(200);
          if (isSeen(before)) return [isSeen(after) ? `update ${id}` : `delete ${id}`];
          return isSeen(after) ? [`insert ${id}`] : [];
        }
        if (act.is === 'befriend or unfriend') {
          friends = !friends;
          if (friends) await circle.befriend(ana, ben);
          else await circle.unfriend(ana, ben);
          return friends ? [...posts].filter(([, by]) => isSeen(by)).map(([id]) => `insert ${id}`) : ['resync'];
        }
        if (isOpen) channel.close();
        isOpen = false;
        if (act.is === 'reconnect') return [];
        // What happens while nobody listens arrives afterwards.
        const id = await circle.post(ana, { audience: 'friends' });
        posts.set(id, 'friends');
        return isSeen('friends') ? [`insert ${id}`] : [];
      }

      for (const act of life) {
        const is = act.is === 'befriend or unfriend' ? (friends ? 'unfriend' : 'befriend') : act.is;
        const expected = await carryOut(act);
        if (expected === null) continue;
        happened.set(is, (happened.get(is) ?? 0) + 1);
        if (!isOpen) {
          channel = await listen(ben, 'posts', { after: channel.lastEventId() });
          expect(channel.events[0]).toMatchObject({ name: 'subscribed', data: { resumed: true } });
          heard = 1;
          isOpen = true;
        }
        // Ben's own mark comes after what the act brought.
        const mark = await circle.post(ben, { audience: 'private' });
        await channel.hears('insert', mark);
        await channel.until(() => channel.events.length - heard > expected.length);
        const received = channel.story().slice(heard);
        heard = channel.events.length;
        expect(received.filter((line) => line !== `insert ${mark}`).sort(), is).toEqual([...expected].sort());
      }
      channel.close();
    }),
    { numRuns: 15, examples: [[eachOnce]] },
  );
  for (const is of ['post', 'edit', 'delete', 'move', 'befriend', 'unfriend', 'reconnect', 'lose the connection']) {
    expect(happened.get(is) ?? 0, is).toBeGreaterThan(0);
  }
});

const talks = ['send', 'reply', 'edit', 'delete', 'react', 'reconnect', 'lose the connection'] as const;
interface Talk {
  readonly is: (typeof talks)[number];
  readonly nth: number;
}

const talk: fc.Arbitrary<Talk> = fc.record({ is: fc.constantFrom(...talks, 'reply', 'reply', 'edit', 'delete'), nth });

test('who follows a group has its messages as the list shows them, with what they quote', async ({ circle, listen }) => {
  let run = 0;
  const happened = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(talk, { minLength: 8, maxLength: 16 }), async (life) => {
      run += 1;
      const [ana, ben] = [await circle.signUp(`Ada ${run}`), await circle.signUp(`Bob ${run}`)];
      await circle.befriend(ana, ben);
      const group = await circle.group(ana, ben);
      const sent: string[] = [];
      const alive: string[] = [];
      const pick = (from: readonly string[], place: number) => from[place % Math.max(1, from.length)];
      const follower = await follow(ben, `group_messages:${group}`, `/api/groups/${group}/messages?limit=100`, listen);

      for (const act of life) {
        if (act.is === 'send' || act.is === 'reply') {
          const quoted = act.is === 'reply' ? pick(sent, act.nth) : undefined;
          if (act.is === 'reply' && quoted === undefined) continue;
          const id = await circle.message(ana, group, `said ${uuid()}`, quoted);
          sent.push(id);
          alive.push(id);
        } else if (act.is === 'reconnect') {
          await follower.reconnect(async () => undefined);
        } else {
          const id = pick(alive, act.nth);
          if (id === undefined) continue;
          const path = `/api/messages/${id}`;
          const edit = async () => expect((await ana.client.put(path, { content: `edited ${uuid()}` })).status).toBe(200);
          if (act.is === 'edit') await edit();
          else if (act.is === 'lose the connection') await follower.reconnect(edit);
          else if (act.is === 'react') await circle.react(ana, 'message', id, ['👍', '🎉', '😂'][act.nth % 3]);
          else {
            expect((await ana.client.delete(path)).status).toBe(200);
            alive.splice(alive.indexOf(id), 1);
          }
        }
        happened.set(act.is, (happened.get(act.is) ?? 0) + 1);
        await follower.isAsListed(act.is);
      }
      follower.close();
    }),
    // Chance alone leaves out what needs a message that is not deleted in one run of many.
    { numRuns: 10, endOnFailure: true, examples: [[talks.map((is) => ({ is, nth: 0 }))]] },
  );
  for (const is of talks) {
    expect(happened.get(is) ?? 0, is).toBeGreaterThan(0);
  }
});

test('who follows their notifications has them as the list shows them, with the words of posts', async ({ circle, listen }) => {
  let run = 0;
  const happened = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 8, maxLength: 14 }), async (life) => {
      run += 1;
      const [ana, ben] = [await circle.signUp(`Ann ${run}`), await circle.signUp(`Bill ${run}`)];
      await circle.befriend(ana, ben);
      let friends = true;
      const posts: string[] = [];
      const follower = await follow(ben, 'notifications', '/api/notifications', listen);

      for (const act of life) {
        const edit = async (nth: number, audience?: Audience) => {
          const id = posts[nth % posts.length];
          const { data } = (await ana.client.get(`/api/posts/${id}`)).body;
          const change = { content: `edited ${uuid()}`, visibility_type: audience ?? data.visibility_type };
          expect((await ana.client.put(`/api/posts/${id}`, change)).status).toBe(200);
        };
        const place = 'nth' in act ? act.nth : 0;
        if (act.is === 'post') posts.push(await circle.post(ana, { audience: act.audience, content: `said ${uuid()}` }));
        else if (act.is === 'reconnect') await follower.reconnect(async () => undefined);
        else if (act.is === 'befriend or unfriend') {
          friends = !friends;
          if (friends) await circle.befriend(ana, ben);
          else await circle.unfriend(ana, ben);
        } else if (posts.length === 0) continue;
        else if (act.is === 'lose the connection') await follower.reconnect(() => edit(0));
        else if (act.is === 'edit') await edit(place);
        else if (act.is === 'move') await edit(place, act.audience);
        else {
          const [id] = posts.splice(place % posts.length, 1);
          expect((await ana.client.delete(`/api/posts/${id}`)).status).toBe(200);
        }
        happened.set(act.is, (happened.get(act.is) ?? 0) + 1);
        await follower.isAsListed(act.is);
      }
      follower.close();
    }),
    { numRuns: 10, endOnFailure: true, examples: [[eachOnce]] },
  );
  for (const is of ['post', 'edit', 'delete', 'move', 'befriend or unfriend', 'reconnect', 'lose the connection']) {
    expect(happened.get(is) ?? 0, is).toBeGreaterThan(0);
  }
});

type Listen = (member: Member, name: string, options?: { readonly after?: string | undefined }) => Promise<OpenChannel>;

/** A client that keeps what a channel says, as docs/realtime.md asks of it. `list` is where the same entities are listed. */
async function follow(member: Member, name: string, list: string, listen: Listen) {
  const stored = new Map<string, unknown>();
  let channel = await listen(member, name);
  let applied = 0;
  const listed = async (): Promise<readonly { readonly id: string }[]> => (await member.client.get(list)).body.data.items;

  async function apply(): Promise<void> {
    for (; applied < channel.events.length; applied += 1) {
      const event = channel.events[applied];
      if (event?.name === 'insert' || event?.name === 'update') stored.set(event.data.id, event.data);
      if (event?.name === 'delete') stored.delete(event.data.id);
      if (event?.name !== 'resync') continue;
      const read = await listed();
      stored.clear();
      for (const item of read) stored.set(item.id, item);
    }
  }

  for (const item of await listed()) stored.set(item.id, item);
  const inOrder = (items: Iterable<unknown>) => [...items].map((item) => JSON.stringify(item)).sort();
  return {
    /** Waits until what was stored equals the list. */
    async isAsListed(after: string): Promise<void> {
      const items = inOrder(await listed());
      const equal = async () => {
        await apply();
        return JSON.stringify(inOrder(stored.values())) === JSON.stringify(items);
      };
      await until(equal, 10_000).catch(() => expect(inOrder(stored.values()), after).toEqual(items));
    },
    /** Breaks the connection, lets something happen, and continues after the last event. */
    async reconnect(then: () => Promise<unknown>): Promise<void> {
      await apply();
      channel.close();
      await then();
      channel = await listen(member, name, { after: channel.lastEventId() });
      applied = 0;
    },
    close: () => channel.close(),
  };
}
