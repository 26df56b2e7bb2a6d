import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Row } from '../../schemas/local/local-row.ts';
import { change, insert } from '../../src/data/local-write.ts';
import { type Device, openDevice } from '../support/device.ts';
import { type Member, newMember } from '../support/member.ts';
import { newPost } from '../support/rows.ts';
import { type StartedApp, startApp } from '../support/start-app.ts';

/**
 * Rule 5 of the protocol, as the server sees it; the tests of lane and push side see the rest. RxDB drops a row that is pulled while the local one is still changed, yet moves
 * its checkpoint on: what somebody else wrote in between would be lost on this device for good.
 */
let app: StartedApp;
let ana: Member;
let a: Device;
/** Ana's other device */
let other: Device;
let post: Row<'posts'>;

const contentOf = async (of: Device, id: string) => (await of.rows('posts')).find((row) => row.id === id)?.content;
/** Long enough for what is not to happen: it would have happened in a few milliseconds. */
const meanwhile = () => new Promise((resolve) => setTimeout(resolve, 300));

/** Counts what is out at once, and holds back the answers to one kind of request until they are released. */
function watchTraffic(of: Device, held: 'push' | 'pull') {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const out = { push: 0, pull: 0 };
  const seen = { overlaps: 0, answered: 0 };
  const kindOf = (path: string) => (path.endsWith('/push') ? 'push' : path.endsWith('/pull') ? 'pull' : null);
  of.network.before = (path) => {
    const kind = kindOf(path);
    if (!kind) return;
    out[kind] += 1;
    if (out.push > 0 && out.pull > 0) seen.overlaps += 1;
  };
  of.network.after = async (path) => {
    const kind = kindOf(path);
    if (!kind) return;
    if (kind === held) {
      seen.answered += 1;
      await released;
    }
    out[kind] -= 1;
  };
  return { seen, release: () => release() };
}

beforeAll(async () => {
  app = await startApp({ streamTiming: { heartbeatMs: 300 } });
  ana = await newMember(app, 'Ana');
});
beforeEach(async () => {
  const open = () => openDevice(app.url, ana, { collections: ['posts'] });
  [a, other] = await Promise.all([open(), open()]);
  post = newPost(ana, 'first');
  await insert(a.store, 'posts', post);
  await Promise.all([a.live(), other.until(async () => (await contentOf(other, post.id)) === 'first')]);
});
afterEach(async () => {
  await Promise.all([a.stop(), other.stop()]);
});
afterAll(() => app.close());

test('[5] no pull is out while a push is, though one is due', async () => {
  const { seen, release } = watchTraffic(a, 'push');
  let frames = 0;
  // The first one is lost, so that the next one shows a hole.
  a.network.arrives = (event) => !event.startsWith('event: frames') || ++frames > 1;
  await change(a.store, 'posts', post.id, { content: 'second' });
  await other.until(async () => (await contentOf(other, post.id)) === 'second');
  await change(other.store, 'posts', post.id, { content: 'third' });
  await insert(other.store, 'posts', newPost(ana, 'a marker'));
  await a.until(() => frames > 1);
  await meanwhile();
  release();
  await a.until(async () => (await contentOf(a, post.id)) === 'third');
  expect(seen.overlaps).toBe(0);
});

test('[5] no push is out while a pull is, though something waits', async () => {
  const { seen, release } = watchTraffic(a, 'pull');
  a.cut();
  a.reconnect();
  await a.until(() => seen.answered > 0);
  await change(a.store, 'posts', post.id, { content: 'second' });
  await meanwhile();
  release();
  await other.until(async () => (await contentOf(other, post.id)) === 'second');
  await a.live();
  expect(seen.overlaps).toBe(0);
  expect(await contentOf(a, post.id)).toBe('second');
});
