/** A photo of two megabytes on a line of 20 kB a second: what is written beside it does not wait for it. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { test as chatTest, send } from '../../support/fixtures/chat.ts';
import { upToDate } from '../../support/on-screen.ts';
import { choosePhoto } from '../../support/own-photo.ts';

const LINE = 20_000;
/** A part takes a second, and the text itself some tenths. */
const MOST_MS = 1_700;

const test = chatTest
  /** About two megabytes, also after it was made small. */
  .extend('photo', () =>
    sharp(randomBytes(1530 * 1530 * 3), { raw: { width: 1530, height: 1530, channels: 3 } })
      .jpeg({ quality: 92 })
      .toBuffer(),
  )
  .extend('sendPhoto', ({ photo, server, people: { ana } }) => ({
    /** Sets it as the photo of the member's profile. Resolves to its id. */
    'of a profile': async (page: Page) => (await choosePhoto(page, photo)).replace('/api/images/', ''),
    /** Sends it as a message that is nothing else. Resolves to its id. */
    'of a message': async (page: Page) => {
      await page.locator('input[type=file]').setInputFiles({ name: 'noise.jpg', mimeType: 'image/jpeg', buffer: photo });
      await page.getByRole('button', { name: 'Remove photo' }).waitFor();
      await page.getByRole('button', { name: 'Send' }).click();
      const named = () => server.sql<{ id: string }[]>`select id from images where owner_id = ${ana.id}`;
      await expect.poll(async () => (await named()).length).toBe(1);
      return (await named())[0]?.id ?? '';
    },
  }));

test.for(['of a profile', 'of a message'] as const)(
  '[R-55] texts that are written while a photo %s is being sent arrive within a second and a half, and the photo after them',
  async (kind, { open, faultProxy: network, people: { ana }, group, server, sendPhoto }) => {
    const { page } = await open(ana, { url: network.url, at: `/groups/${group}` });
    await upToDate(page);
    await send(page, 'Look at this');
    await upToDate(page);
    network.throttle(LINE, 'one line');
    const id = await sendPhoto[kind](page);
    const parts = () => network.requests.filter(({ method, path }) => method === 'PUT' && path.includes(id)).length;
    await expect.poll(parts).toBeGreaterThan(2);

    const times: number[] = [];
    for (const text of ['One', 'Two', 'Three', 'Four', 'Five']) {
      const before = parts();
      await send(page, `${text} beside the photo`);
      const written = performance.now();
      const arrived = () => server.sql`select from group_messages where content = ${`${text} beside the photo`}`;
      await expect.poll(async () => (await arrived()).length, { interval: 10 }).toBe(1);
      times.push(performance.now() - written);
      // It is still on its way, and goes on once the text is sent.
      await expect.poll(parts).toBeGreaterThan(before);
    }
    const stored = async () => (await server.sql`select from images where id = ${id} and stored_at is not null`).length;
    expect([Math.max(...times) < MOST_MS, await stored()], `arrived after ${times.map(Math.round).join(', ')} ms`).toEqual([true, 0]);
    network.throttle();
    await expect.poll(stored).toBe(1);
  },
);
