/**
 * Rule 5 of the protocol as the server sees it; the tests of lane and push cover the rest. A pull moves the checkpoint past a row that is
 * still pending on the device, and keeps nothing of it. If a pull and a push overlapped, what another device wrote in between would be lost
 * on this device for good.
 */
import { expect } from 'vitest';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { change, insert } from '../../src/data/store/local-write.ts';
import type { Device } from '../support/device.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import { newPost } from '../support/rows.ts';
import type { AppOptions } from '../support/start-app.ts';

const contentOf = async (device: Device, id: string) => (await device.rows('posts')).find((row) => row.id === id)?.content;

const test = deviceTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ streamTiming: { heartbeatMs: 100 } }))
  .extend('collections', { scope: 'file' }, (): readonly CollectionName[] => ['posts'])
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana'))
  /** Two of Ana's devices with the same post. */
  .extend('scene', async ({ ana, device }) => {
    const [a, other] = await Promise.all([device(ana), device(ana)]);
    const post = newPost(ana, 'first');
    await insert(a.store, 'posts', post);
    await Promise.all([a.live(), other.until(async () => (await contentOf(other, post.id)) === 'first')]);
    return { a, other, post };
  });

/** Waits for three heartbeats. A fault would show within a few milliseconds, so this is long enough to see that nothing happens. */
async function threeHeartbeats(device: Device): Promise<void> {
  const { arrives } = device.network;
  let beats = 0;
  device.network.arrives = (event) => {
    if (event.startsWith('event: heartbeat')) beats += 1;
    return arrives?.(event) ?? true;
  };
  await device.until(() => beats > 2);
  if (arrives) device.network.arrives = arrives;
  else delete device.network.arrives;
}

/** Counts overlapping requests, and holds back the answers to one kind of request until they are released. */
function watchTraffic(device: Device, held: 'push' | 'pull') {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const out = { push: 0, pull: 0 };
  const seen = { overlaps: 0, answered: 0 };
  const kindOf = (path: string) => (path.endsWith('/push') ? 'push' : path.endsWith('/pull') ? 'pull' : null);
  device.network.before = (path) => {
    const kind = kindOf(path);
    if (!kind) return;
    out[kind] += 1;
    if (out.push > 0 && out.pull > 0) seen.overlaps += 1;
  };
  device.network.after = async (path) => {
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

test('[5] no pull starts while a push is out, even if one is due', async ({ ana, scene: { a, other, post } }) => {
  const { seen, release } = watchTraffic(a, 'push');
  let frames = 0;
  // The first frame is lost, so that the next one reveals a gap.
  a.network.arrives = (event) => !event.startsWith('event: frames') || ++frames > 1;
  await change(a.store, 'posts', post.id, { content: 'second' });
  await other.until(async () => (await contentOf(other, post.id)) === 'second');
  await change(other.store, 'posts', post.id, { content: 'third' });
  await insert(other.store, 'posts', newPost(ana, 'a marker'));
  await a.until(() => frames > 1);
  await threeHeartbeats(a);
  release();
  await a.until(async () => (await contentOf(a, post.id)) === 'third');
  expect(seen.overlaps).toBe(0);
});

test('[5] no push starts while a pull is out, even if writes are pending', async ({ scene: { a, other, post } }) => {
  const { seen, release } = watchTraffic(a, 'pull');
  a.cut();
  a.reconnect();
  await a.until(() => seen.answered > 0);
  await change(a.store, 'posts', post.id, { content: 'second' });
  await threeHeartbeats(a);
  release();
  await other.until(async () => (await contentOf(other, post.id)) === 'second');
  await a.live();
  expect(seen.overlaps).toBe(0);
  expect(await contentOf(a, post.id)).toBe('second');
});

test('[R-55] that a row waits is reported when it is written, and that none waits when its answer is stored', async ({
  scene: { a, post },
}) => {
  a.cut();
  a.rowsWaited.splice(0);
  await change(a.store, 'posts', post.id, { content: 'second' });
  await a.until(() => a.rowsWaited.at(-1) === true);
  a.reconnect();
  await a.until(() => a.rowsWaited.at(-1) === false);
  await a.live();
});
