/** A chat of nothing but photos: their frames have their place before a byte is there. */
import { expect } from 'vitest';
import { upToDate } from '../../support/on-screen.ts';
import { shifted } from '../../support/shifted.ts';
import { picturesOf, TALL, test, WIDE } from './photos-stage.ts';

test('[R-67] the end of a chat of photos is its end before and after all have loaded, and nothing moves', async ({
  open,
  circle,
  send,
  people: { ana, ben },
}) => {
  const pictures = await picturesOf(
    Array.from({ length: 16 }, (_, nth) => [nth % 2 ? TALL : WIDE, ['skyblue', 'peru'], `Photo no. ${nth}`]),
  );
  const group = await circle.group(ana, ben);
  for (const { photo } of pictures) {
    await circle.done(ana, 'group_messages', { ...circle.messageDocument(ana, group, ''), photos: [photo] });
  }
  // Her other device, which has none of the bytes: to somebody else the chat opens at what is new to them.
  const { page } = await open(ana, { at: `/groups/${group}` });
  const last = page.getByRole('main').getByRole('button', { name: 'Photo no. 15' });
  await last.waitFor();
  await upToDate(page);
  const place = async () => ({
    box: await last.boundingBox(),
    ...(await page.locator('[data-chat]').evaluate(({ scrollTop, scrollHeight }) => ({ scrollTop, scrollHeight }))),
  });
  const before = await place();
  expect([before.scrollTop, before.scrollHeight > 3000]).toEqual([0, true]);
  await send(pictures);
  const shown = page.getByRole('main').locator('img[src^="blob:"]');
  await expect.poll(() => shown.count()).toBe(pictures.length);
  expect(await place()).toEqual(before);
  expect(await shifted(page, '[data-chat]')).toBe(0);
  await page.reload();
  await expect.poll(() => shown.count()).toBe(pictures.length);
  expect([await place(), await shifted(page, '[data-chat]')]).toEqual([before, 0]);
});
