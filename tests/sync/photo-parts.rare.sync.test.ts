/** A photo on a line that keeps breaking, with a server that restarts: it arrives, once, and costs little more than its size. */
import 'fake-indexeddb/auto';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { openImageStore } from '../../workers/device/image-store.ts';
import { createImageServer } from '../../workers/replication/images/image-server.ts';
import { type KeptImages, keepImages } from '../../workers/replication/images/keep-images.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { neverRestored } from '../support/fixtures/images.ts';
import { test as serverTest } from '../support/fixtures/server.ts';
import { openTestStore } from '../support/local-store.ts';
import { newPost } from '../support/rows.ts';
import { drawOf } from '../support/seed.ts';
import { startApp } from '../support/start-app.ts';

const MB = 1024 * 1024;
const SIZE = { width: 1530, height: 1530 };

/** About two megabytes of noise. */
const largePhoto = (): Promise<Buffer> =>
  sharp(randomBytes(SIZE.width * SIZE.height * 3), { raw: { ...SIZE, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();

const test = serverTest
  .extend('ana', ({ circle }) => circle.signUp('Ana', { email: `${uuid()}@kith.test` }))
  .extend('photo', { scope: 'file' }, largePhoto)
  /** A proxy before a second process of the server, which a test can replace by another. */
  .extend('line', async ({ db, server }, { onCleanup }) => {
    const start = () => startApp({ on: db, env: { PUBLIC_URL: server.url } });
    let app = await start();
    const proxy = await startFaultProxy(() => app.port);
    onCleanup(async () => {
      await proxy.close();
      await app.close();
    });
    return Object.assign(proxy, {
      async restart() {
        const before = app;
        app = await start();
        await before.close();
      },
    });
  })
  /** Ana's device: a post with a photo that the server has accepted, and the photo's bytes, which are still to be sent. */
  .extend('device', async ({ ana, circle, photo, line }, { onCleanup }) => {
    const [key, { accessToken }] = [uuid(), await circle.openSession(ana)];
    const shown = { id: key, ...SIZE, thumbhash: '', alt: '' };
    const post = newPost(ana, 'by the sea', { photos: [shown] });
    await circle.post(ana, { photos: [shown] });
    const store = await openTestStore(ana.id, ['profiles', 'posts', 'group_messages']);
    await store.storeRow('posts', post);
    const images = openImageStore(ana.id);
    await images.put({ key, state: 'waiting', at: Date.now() }, new Uint8Array(photo).buffer);
    const token = { kind: 'token', token: accessToken } as const;
    const server = createImageServer({ tokens: { get: async () => token, renew: async () => token }, origin: line.url });
    const started: KeptImages[] = [];
    onCleanup(async () => {
      for (const kept of started) await kept.close();
      images.close();
      await store.close();
    });
    const open = () => {
      const kept = keepImages({
        ...{ userId: ana.id, database: store.database, server, now: Date.now },
        rowsWait: () => false,
        hasAllRows: () => true,
        afterRestore: neverRestored,
        onNoDiskSpace: () => undefined,
      });
      started.push(kept);
      return kept;
    };
    const isSent = async () => (await images.list()).every(({ state }) => state !== 'waiting');
    return { key, open, isSent };
  })
  .extend('arrives', ({ server, photo }) => async (key: string) => {
    const [stored] = await server.sql<{ bytes: Buffer }[]>`select bytes from image_variants where image_id = ${key} and variant = 'large'`;
    const [shown, sent] = [await sharp(stored?.bytes).raw().toBuffer(), await sharp(photo).raw().toBuffer()];
    // One part at another place would make other noise of what follows it.
    expect(shown.reduce((sum, value, at) => sum + Math.abs(value - (sent[at] ?? 0)), 0) / sent.length).toBeLessThan(40);
  });

/** Ends the waits between attempts, as somebody who looks does. */
async function untilSent(kept: () => KeptImages, isSent: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        kept().wake();
        return isSent();
      },
      { timeout: 200_000, interval: 100 },
    )
    .toBe(true);
}

/** Breaks connections after so many bytes each, until it has broken `times`. */
function breakOff(line: FaultProxy, times: number, bytes: () => number): void {
  const broken = line.resets();
  line.resetAfter(() => (line.resets() - broken < times ? bytes() : Number.POSITIVE_INFINITY));
}

test('[R-64] twenty interruptions of a photo of two megabytes cost at most a tenth of its size', async ({
  line,
  device,
  photo,
  arrives,
}) => {
  expect(photo.length).toBeGreaterThan(1.9 * MB);
  const random = drawOf('where the line breaks');
  line.throttle(300_000, 'one line');
  breakOff(line, 20, () => Math.floor(10_000 + 150_000 * random()));
  const kept = device.open();
  await untilSent(() => kept, device.isSent);
  expect(line.resets()).toBeGreaterThanOrEqual(20);
  expect(line.sent()).toBeLessThanOrEqual(1.1 * photo.length);
  await arrives(device.key);
});

test('[R-63] a photo goes on where it was after the server and the device restart, and is the one that was chosen', async ({
  line,
  device,
  photo,
  arrives,
}) => {
  line.throttle(1_000_000, 'one line');
  let kept = device.open();
  for (let restart = 1; restart <= 3; restart += 1) {
    const [before, sent] = [line.requests.length, line.sent()];
    await expect.poll(() => line.requests.length > before + 3 && line.sent() > sent + 100_000).toBe(true);
    if (restart !== 2) await line.restart();
    if (restart === 1) continue;
    await kept.close();
    kept = device.open();
  }
  expect(await device.isSent()).toBe(false);
  await untilSent(() => kept, device.isSent);
  expect(line.sent()).toBeLessThanOrEqual(1.3 * photo.length);
  await arrives(device.key);
});
