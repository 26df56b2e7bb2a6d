/** Ana and Ben, who read each other's photos, and the viewer over a page. */
import type { Locator, Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { finger } from '../../support/finger.ts';
import { frames } from '../../support/on-screen.ts';
import type { Picture } from '../../support/sent-photos.ts';
import { back } from '../shell/back-stage.ts';
import { picturesOf, TALL, WIDE, withPictures } from './photos-stage.ts';

export const LONG =
  `The square before the town hall, in the morning. ${'Somebody carries chairs from one side to the other. '.repeat(18)}`.trim();
const facts = [
  [WIDE, ['skyblue', 'seagreen'], 'A meadow under a clear sky'],
  [TALL, ['indigo', 'peru'], 'The tower at night'],
  [WIDE, ['tomato', 'khaki'], ''],
  [TALL, ['slategray', 'navy'], LONG],
  [WIDE, ['gold', 'brown'], 'The last one'],
] as const;

/** With five photos: wide, tall, wide, tall, wide. The third has no description, that of the fourth is long. */
export const test = withPictures(...facts)
  /** Ana's post with them, which Ben reads; his feed is long. Resolves with its id. */
  .extend('post', async ({ people: { ana, ben }, pictures, circle, send }): Promise<string> => {
    for (let nth = 0; nth < 3; nth += 1) await circle.post(ben, { content: `Letter ${nth}\n${'and more of it\n'.repeat(12)}` });
    const id = await circle.post(ana, { content: 'Our walk', photos: pictures.map((one) => one.photo) });
    await send(pictures);
    for (let nth = 3; nth < 6; nth += 1) await circle.post(ben, { content: `Letter ${nth}\n${'and more of it\n'.repeat(12)}` });
    return id;
  })
  /** Ana edits her post: it keeps these of its photos. */
  .extend('keep', ({ people: { ana }, circle, post }) => async (photos: readonly Picture[]): Promise<void> => {
    const { scope: _, ...held } = (await circle.visibleRow(ana, 'posts', post)) ?? { scope: 0, id: post, write_id: '' };
    const edited = { ...held, write_id: uuid(), photos: photos.map((one) => one.photo) };
    expect((await circle.push(ana, 'posts', edited, [held.write_id])).code).toBeNull();
  })
  /** A group of both, in which Ana has sent two such photos without a word. */
  .extend('chat', async ({ people: { ana, ben }, circle, send }) => {
    const sent = await picturesOf(facts.slice(0, 2));
    const group = await circle.group(ana, ben);
    for (let nth = 0; nth < 12; nth += 1) await circle.message(ben, group, `Before ${nth}`);
    const message = { ...circle.messageDocument(ana, group, ''), photos: sent.map((one) => one.photo) };
    await circle.done(ana, 'group_messages', message);
    await send(sent);
    return { group, message: message.id };
  });

export const viewer = (page: Page): Locator => page.getByRole('dialog', { name: /^(Photos from Ana Ribeiro|Your photos)$/ });
export const frame = (page: Page, name: string | RegExp): Locator => page.getByRole('main').getByRole('button', { name });
export const button = (page: Page, name: string): Locator => viewer(page).getByRole('button', { name, exact: true });
export const caption = (page: Page): Locator => viewer(page).getByRole('region', { name: 'Description' });
const current = (page: Page): Locator => viewer(page).locator('.yarl__slide_current');

/** Waits until the photo with this name is in the middle, and the only one that can be reached. */
export const shows = (page: Page, name: string): Promise<void> => viewer(page).getByRole('img', { name, exact: true }).waitFor();
/** The photo in the middle. */
export const photoOf = (page: Page): Locator => current(page).getByRole('img');
/** How wide the pictures of the photo in the middle are, once they are drawn: the small one, then the large one. */
export const widths = (page: Page): Promise<number[]> =>
  photoOf(page)
    .locator('img')
    .evaluateAll((images) => images.map((one) => (one as HTMLImageElement).naturalWidth));

/** The URLs of the large pictures that are in the document. */
export const largeNow = (page: Page): Promise<string[]> =>
  page.locator('img[data-large]').evaluateAll((images) => images.map((one) => (one as HTMLImageElement).src));
/** Those of these URLs that still show a picture. */
export const alive = (page: Page, urls: Iterable<string>): Promise<string[]> =>
  page.evaluate(
    (all) =>
      Promise.all(
        all.map(
          (url) =>
            new Promise<string[]>((resolve) => {
              const image = new Image();
              image.onload = () => resolve([url]);
              image.onerror = () => resolve([]);
              image.src = url;
            }),
        ),
      ).then((found) => found.flat()),
    [...urls],
  );

/** What the address of the page says of an open photo. */
export const photoInAddress = (page: Page): Promise<string | null> =>
  page.evaluate(() => new URLSearchParams(location.search).get('photo'));
export const pathOf = (page: Page): Promise<string> => page.evaluate(() => location.pathname);

/** Every way to close the viewer: Back, Escape, its button, and a pull down. */
export async function waysToClose(page: Page): Promise<readonly (() => Promise<unknown>)[]> {
  const touch = await finger(page);
  return [
    () => back(page),
    () => page.keyboard.press('Escape'),
    () => button(page, 'Close').click(),
    async () => {
      await touch.down(photoOf(page));
      for (const far of [60, 160, 300]) {
        await touch.move(0, far);
        await frames(page, 2);
      }
      await touch.up();
    },
  ];
}

/** Waits until the viewer is gone, and what takes its place while it opens. */
export const isClosed = (page: Page): Promise<void> => page.locator('[data-dark]').first().waitFor({ state: 'detached' });
export const scrollPlace = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

/** Large pictures are let go at once; others stay for half a minute. */
export const atOnce = { timeout: 10_000 };
