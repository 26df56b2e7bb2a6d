/**
 * A photo is sent in a chat: when does a friend see the small one? Two members in real browsers. In turns with them, the same bytes go from
 * one bare client to another, and a text goes between the same pages.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageDatabaseName } from '../../../workers/device/database-name.ts';
import { DESKTOP, openProfile, type Profile } from '../../support/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { makeCircle } from '../circle.ts';
import { type KithHost, startKithHost } from '../kith-host.ts';
import { alternate, sizeOf } from '../rounds.ts';
import { report } from '../row.ts';
import { seedCircle } from '../seed-circle.ts';
import { spread } from '../statistics.ts';
import { newMessage } from '../writes.ts';
import { drawnPhoto } from './drawn-photo.ts';
import { chooseAndSee, watchPictures } from './watch-pictures.ts';

const ROUNDS = sizeOf(12, 3);
const SELECTOR = 'main img[src^="blob:"]';
const circle = makeCircle({ friends: 2, postsEach: 5, commentsPerPost: 0 }, Date.now());
const [author, friend] = circle.members;
const group = circle.groups[0]?.id ?? '';

let kith: KithHost;
let folder: string;
let photo: string;
const profiles: Profile[] = [];
beforeAll(async () => {
  kith = await startKithHost((sql) => seedCircle(sql, circle));
  folder = await mkdtemp(join(tmpdir(), 'kith-photos-'));
  photo = join(folder, 'photo.jpg');
  await writeFile(photo, await drawnPhoto({ width: 4032, height: 3024 }));
});
afterAll(async () => {
  for (const profile of profiles) await profile.close();
  await kith?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function openChat(member: string): Promise<Page> {
  const profile = await openProfile({ url: kith.url, viewport: DESKTOP, session: await kith.session(member) });
  profiles.push(profile);
  await watchPictures(profile.context);
  await profile.page.goto(`/groups/${group}`);
  await profile.page.getByLabel('Message', { exact: true }).waitFor();
  await upToDate(profile.page);
  return profile.page;
}

/** Presses Enter in the chat of one. Resolves to the milliseconds until the other's page has what it waits for. */
async function sendAndSee(from: Page, to: Page): Promise<number> {
  await from.getByLabel('Message', { exact: true }).press('Enter');
  const seen = await to.evaluate(() => window.pictured);
  return seen - (await from.evaluate(() => window.photoTimes.pressed));
}

/** Sends the photo with the bytes that the device of its author has made of it. */
async function sendPhoto(from: Page, to: Page): Promise<number> {
  await chooseAndSee(from, photo, SELECTOR);
  await from.getByRole('list', { name: '1 photo' }).getByRole('button', { name: 'Remove photo' }).waitFor();
  await upToDate(from);
  await to.evaluate((selector) => {
    window.pictured = window.whenPictured(selector);
  }, SELECTOR);
  const time = await sendAndSee(from, to);
  await upToDate(from);
  await upToDate(to);
  return time;
}

let texts = 0;
async function sendText(from: Page, to: Page): Promise<number> {
  texts += 1;
  const text = `Words ${texts}.`;
  await from.getByLabel('Message', { exact: true }).fill(text);
  await to.evaluate((wanted) => {
    window.pictured = window.whenWritten(wanted);
  }, text);
  return sendAndSee(from, to);
}

/** The bytes of the last photo that was chosen on this page, as they are sent. */
async function sentBytes(page: Page, member: string): Promise<Buffer> {
  const bytes = await page.evaluate(async (name) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open(name));
    const images = database.transaction('bytes').objectStore('bytes');
    const keys = (await done(images.getAllKeys())) as string[];
    const last =
      keys
        .filter((key) => !key.includes('?'))
        .sort()
        .at(-1) ?? '';
    const found: ArrayBuffer = await done(images.get(last));
    database.close();
    return [...new Uint8Array(found)];
  }, imageDatabaseName(member));
  return Buffer.from(bytes);
}

/** Two bare clients: one sends the row and then the bytes, whole; the other fetches the small picture once it hears that they are here. */
async function openBare() {
  const [writer, reader] = await kith.clients([author?.id ?? '', friend?.id ?? '']);
  if (!writer || !reader) throw new Error('two are needed');
  let wanted = '';
  let fetched: () => void = () => undefined;
  await reader.stream({
    onImages: async (ids) => {
      if (!ids.includes(wanted)) return;
      await reader.readSmall(wanted);
      fetched();
    },
  });
  return async (bytes: Buffer): Promise<number> => {
    const id = uuid();
    const { document, ...change } = newMessage(author?.id ?? '', group);
    const photos = [{ id, width: 2048, height: 1536, thumbhash: '', alt: '' }];
    const here = new Promise<void>((resolve) => {
      fetched = resolve;
    });
    wanted = id;
    const begun = performance.now();
    await writer.push([{ ...change, document: { ...document, content: '', photos } }]);
    await writer.sendImage(id, bytes);
    await here;
    return performance.now() - begun;
  };
}

test('from one page to another', async (context) => {
  const from = await openChat(author?.id ?? '');
  const to = await openChat(friend?.id ?? '');
  const bare = await openBare();
  let bytes: Buffer = Buffer.alloc(0);
  const times = await alternate(ROUNDS, {
    app: async () => {
      const time = await sendPhoto(from, to);
      bytes = await sentBytes(from, author?.id ?? '');
      return time;
    },
    bare: () => bare(bytes),
    text: () => sendText(from, to),
  });
  expect(times.app.every((time) => time > 0)).toBe(true);
  const ours = spread(times.app);
  const must = { atMost: 1000, times: 'itself' } as const;
  const kilobytes = `${Math.round(bytes.byteLength / 1000)} kB`;
  report(
    context,
    {
      work: `a photo of 12 megapixels, sent as ${kilobytes}: key pressed → the friend sees the small one`,
      unit: 'ms',
      ours,
      floor: spread(times.bare),
      floorName: 'bare protocol',
      must,
    },
    { work: 'the same, beside a text between the same pages', unit: 'ms', ours, floor: spread(times.text), floorName: 'a text', must },
  );
});
