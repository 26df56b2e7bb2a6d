import * as fc from 'fast-check';
import { expect } from 'vitest';
import { test } from '../../../tests/support/fixtures/channels.ts';

/**
 * Random lives of two members, compared with a model that knows only friendship and audience. After each act the other member's channel
 * says exactly what follows from it, even if the channel broke off meanwhile and was resumed.
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
            ? await ana.client.put(path, { content: `${act.is} ${Math.random()}`, visibility_type: after })
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
    { numRuns: 15 },
  );
  for (const is of ['post', 'edit', 'delete', 'move', 'befriend', 'unfriend', 'reconnect', 'lose the connection']) {
    expect(happened.get(is) ?? 0, is).toBeGreaterThan(0);
  }
}, 120_000);
