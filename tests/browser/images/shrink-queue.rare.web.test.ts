/** One photo at a time, in a worker that comes with the first one and goes some time after the last one. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Limits } from '../../../src/data/photos/shrink-photo.ts';
import { detailedPhoto, lyingPhoto } from '../../support/chosen-photos.ts';
import { looked, test as stageTest } from './shrink-stage.ts';

const test = stageTest
  /** Opens the page with a photo at hand, by default of six megapixels, which `start` shrinks with other limits than those of the app. */
  .extend('openWith', ({ openPage, site }) => async (limits: Partial<Limits> = {}, size = { width: 3000, height: 2000 }): Promise<Page> => {
    site.files.set('photo', new Uint8Array(await detailedPhoto(size)));
    const page = await openPage();
    await page.evaluate(async (limits) => {
      const bytes = await (await fetch('/files/photo')).arrayBuffer();
      const shrink = globalThis.photos.createPhotoShrinking({ idleMs: 60_000, answerMs: 60_000, ...limits });
      const events: string[] = [];
      const leaving = new Map<string, AbortController>();
      const start = (name: string) => {
        const controller = new AbortController();
        leaving.set(name, controller);
        events.push(`${name} asked`);
        shrink(bytes, {
          signal: controller.signal,
          onSmall: () => events.push(`${name} shown`),
        }).then(
          (result) => events.push(`${name} ${typeof result === 'string' ? result : 'done'}`),
          (reason) => events.push(`${name} ${reason}`),
        );
      };
      Object.assign(globalThis, { events, start, leave: (name: string) => leaving.get(name)?.abort('removed') });
    }, limits);
    return page;
  });

const events = (page: Page): Promise<readonly string[]> => page.evaluate('events');
const start = (page: Page, ...names: readonly string[]) => page.evaluate(`${JSON.stringify(names)}.forEach(start)`);

test('[R-58] photos that are asked for together are shrunk one after the other, by one worker', async ({ openWith }) => {
  const page = await openWith();
  expect(page.workers()).toHaveLength(0);
  await start(page, 'first', 'second', 'third');
  await expect.poll(() => events(page)).toContain('third done');
  const happened = (await events(page)).filter((event) => !event.endsWith('asked'));
  expect(happened).toEqual(['first shown', 'first done', 'second shown', 'second done', 'third shown', 'third done']);
  expect(page.workers()).toHaveLength(1);
});

test('the worker ends some time after its last photo, and another one comes with the next', async ({ openWith }) => {
  const page = await openWith({ idleMs: 50 });
  await start(page, 'first');
  await expect.poll(() => events(page)).toContain('first done');
  await expect.poll(() => page.workers().length).toBe(0);
  await start(page, 'second');
  await expect.poll(() => events(page)).toContain('second done');
});

test('a photo that is removed ends at once, and those behind it are shrunk', async ({ openWith }) => {
  const page = await openWith();
  // A task later the first one is with the worker, which takes longer than that. The second one waits.
  await page.evaluate(async () => {
    const { start, leave } = globalThis as unknown as Record<'start' | 'leave', (name: string) => void>;
    for (const name of ['first', 'second', 'third']) start(name);
    await new Promise((resolve) => setTimeout(resolve));
    for (const name of ['first', 'second']) leave(name);
  });
  await expect.poll(() => events(page)).toContain('third done');
  const happened = await events(page);
  expect(happened).toEqual(expect.arrayContaining(['first removed', 'second removed']));
  expect(happened.filter((event) => /^(?:first|second) (?:shown|done)/.test(event))).toEqual([]);
});

test('a worker that does not answer is ended: its photo is refused, and the next one gets another worker', async ({ openWith }) => {
  const page = await openWith({ answerMs: 5000 }, { width: 60, height: 40 });
  let isMute = true;
  await page.route('**/worker-photos-*', (route) =>
    isMute ? route.fulfill({ contentType: 'text/javascript', body: 'addEventListener("message", () => undefined);' }) : route.continue(),
  );
  await start(page, 'first');
  await expect.poll(() => events(page)).toContain('first IMAGE_NOT_DRAWN');
  isMute = false;
  await start(page, 'second');
  await expect.poll(() => events(page)).toContain('second done');
});

test('a worker whose code does not load leaves its work to the page', async ({ openWith, shrink }) => {
  const page = await openWith();
  await page.route('**/worker-photos-*', (route) => route.abort());
  expect(await looked(await shrink(page, await lyingPhoto({ width: 300, height: 200 }, 6)))).toMatchObject({ width: 300, height: 200 });
  expect(page.workers()).toHaveLength(0);
});

test('without its code nothing is shrunk, and once the network is back it is', async ({ openWith, shrink }) => {
  const page = await openWith();
  await page.route('**/assets/**', (route) => route.abort());
  const photo = await lyingPhoto({ width: 300, height: 200 }, 1);
  expect(await shrink(page, photo)).toBe('IMAGE_CODE');
  await page.unroute('**/assets/**');
  expect(await looked(await shrink(page, photo))).toMatchObject({ width: 300, height: 200 });
});
