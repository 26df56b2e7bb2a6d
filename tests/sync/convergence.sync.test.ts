import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reactionId } from '../../schemas/reactions/reaction.ts';
import { change, insert, remove } from '../../src/data/local-write.ts';
import { type Device, openDevice } from '../support/device.ts';
import { type Member, newMember } from '../support/member.ts';
import { type StartedApp, startApp } from '../support/start-app.ts';

/**
 * Three devices of two friends write at random while their network fails at random: requests that never arrive, answers
 * that are lost after the commit, cuts, restarts. When all is well again each shows what the server holds, nothing that was
 * written is lost without a word, and nothing is there twice.
 */
const collections = ['posts', 'comments', 'reactions', 'friends'] as const;
let app: StartedApp;
let ana: Member;
let ben: Member;

beforeAll(async () => {
  app = await startApp();
  [ana, ben] = await Promise.all([newMember(app, 'Ana'), newMember(app, 'Ben')]);
  await ana.client.post('/api/friends/invite', { email: ben.email });
  const received = await ben.client.get('/api/friends/invitations/received');
  await ben.client.post(`/api/friends/invitations/${received.body.data.items[0].id}/respond`, { status: 'accepted' });
});
afterAll(async () => {
  await app.close();
});

type Step =
  | { readonly does: 'post' | 'comment' | 'react' | 'edit' | 'delete'; readonly on: number; readonly pick: number }
  | { readonly does: 'cut' | 'reconnect' | 'restart' | 'lose request' | 'lose answer' | 'wait'; readonly on: number };

const on = fc.nat({ max: 2 });
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constantFrom('post', 'comment', 'react', 'edit', 'delete'), on, pick: fc.nat({ max: 30 }) }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('cut', 'reconnect', 'restart', 'lose request', 'lose answer', 'wait'), on }) },
);

const createdAt = () => new Date().toISOString();
const emoji = ['👍', '🎉', '🔥'] as const;

interface History {
  /** texts that must be found in the end, with the post that they belong to */
  readonly texts: Map<string, string>;
  /** posts that somebody deleted: what belongs to them may go with them */
  readonly deleted: Set<string>;
}

/** What was written on a device: each text must be in the end in the replica, replaced by a later one, deleted or in the outbox. */
async function write(device: Device, step: Extract<Step, { pick: number }>, history: History): Promise<void> {
  const { member, store } = device;
  const { texts } = history;
  const posts = (await device.rows('posts')).sort((a, b) => (a.id < b.id ? -1 : 1));
  const post = posts[step.pick % Math.max(1, posts.length)];
  const text = `text ${uuid()}`;
  if (step.does === 'post' || !post) {
    const id = uuid();
    texts.set(text, id);
    await insert(store, 'posts', {
      id,
      author_id: member.id,
      content: text,
      visibility_type: 'friends',
      specific_user_ids: [],
      created_at: createdAt(),
      edited_at: null,
    });
  } else if (step.does === 'comment') {
    texts.set(text, post.id);
    await insert(store, 'comments', {
      id: uuid(),
      post_id: post.id,
      author_id: member.id,
      author_name: '',
      author_profile_image_url: null,
      content: text,
      created_at: createdAt(),
      edited_at: null,
      is_deleted: false,
    });
  } else if (step.does === 'react') {
    const key = { target_id: post.id, user_id: member.id, emoji_code: emoji[step.pick % 3] ?? '👍' };
    const id = reactionId(key);
    if ((await device.rows('reactions')).some((each) => each.id === id)) await remove(store, 'reactions', id);
    else {
      const row = { ...key, id, target_type: 'post' as const, user_name: '', user_profile_image: null, created_at: createdAt() };
      await insert(store, 'reactions', row);
    }
  } else if (post.author_id === member.id) {
    if (step.does === 'edit') {
      texts.delete(post.content);
      texts.set(text, post.id);
      await change(store, 'posts', post.id, { content: text });
    } else {
      history.deleted.add(post.id);
      await remove(store, 'posts', post.id);
    }
  }
}

function fail(device: Device, step: Step): void {
  const lose = () => {
    delete device.network.before;
    delete device.network.after;
    throw new TypeError('lost');
  };
  const unlessStream = (path: string) => {
    if (!path.endsWith('/stream')) lose();
  };
  if (step.does === 'lose request') device.network.before = unlessStream;
  if (step.does === 'lose answer') device.network.after = unlessStream;
}

async function replicaOf(device: Device) {
  const view = async (collection: 'posts' | 'comments' | 'reactions') =>
    (await device.rows(collection)).map(({ assumed: _assumed, ...row }) => JSON.stringify(row)).sort();
  return { posts: await view('posts'), comments: await view('comments'), reactions: await view('reactions') };
}

test('devices agree after any outage', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 10, maxLength: 40 }), async (steps) => {
      const devices = await Promise.all([ana, ana, ben].map((member) => openDevice(app.url, member, { collections })));
      const history: History = { texts: new Map(), deleted: new Set() };
      try {
        for (const step of steps) {
          const device = devices[step.on];
          if (!device) continue;
          if ('pick' in step) await write(device, step, history);
          else if (step.does === 'cut') device.cut();
          else if (step.does === 'reconnect') device.reconnect();
          else if (step.does === 'restart') await device.restart();
          else if (step.does === 'wait') await new Promise((resolve) => setTimeout(resolve, 30));
          else fail(device, step);
        }
        for (const device of devices) {
          delete device.network.before;
          delete device.network.after;
          device.reconnect();
        }
        await Promise.all(devices.map((device) => device.live()));
        const [one, two, three] = devices as [Device, Device, Device];
        const reference = async () => JSON.stringify(await replicaOf(one));
        await two.until(async () => JSON.stringify(await replicaOf(two)) === (await reference()));
        await three.until(async () => JSON.stringify(await replicaOf(three)) === (await reference()));

        // A device that was never there sees the same.
        await two.stop();
        const fresh = await openDevice(app.url, ben, { collections });
        devices[1] = fresh;
        await fresh.live();
        expect(await replicaOf(fresh)).toEqual(await replicaOf(one));

        const rows = [...(await one.rows('posts')), ...(await one.rows('comments'))];
        const refused = (await Promise.all(devices.map((device) => device.refused()))).flat().map(({ document }) => document.content);
        const lost = [...history.texts].filter(
          ([text, post]) => !history.deleted.has(post) && !rows.some(({ content }) => content === text) && !refused.includes(text),
        );
        expect(lost).toEqual([]);
        accepted += rows.length;
      } finally {
        for (const device of devices) await device.stop().catch(() => undefined);
      }
    }),
    { numRuns: Number(process.env.KITH_HISTORIES ?? 6), endOnFailure: true },
  );
  // A world in which nothing happened proves nothing.
  expect(accepted).toBeGreaterThan(0);
}, 300_000);
