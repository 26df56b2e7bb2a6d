/**
 * A photo is chosen in the form of a post: when is it on the screen of its author? An ordinary photo at full speed, and one of 12
 * megapixels with a quarter of the machine's processors for the whole browser, as on a slow phone.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, openProfile, PHONE, type Profile, waitForOfflineApp } from '../../support/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { makeCircle } from '../circle.ts';
import { servePage } from '../floors/serve-page.ts';
import { type KithHost, startKithHost } from '../kith-host.ts';
import { alternate, sizeOf } from '../rounds.ts';
import { type Row, report } from '../row.ts';
import { seedCircle } from '../seed-circle.ts';
import { spread } from '../statistics.ts';
import { browserProcess } from './browser-process.ts';
import { drawnPhoto } from './drawn-photo.ts';
import { openProcessorShare } from './processor-share.ts';
import { chooseAndSee, watchPictures } from './watch-pictures.ts';

const ROUNDS = sizeOf(10, 2);
const SHARE = 1 / 4;
const circle = makeCircle({ friends: 1, postsEach: 5, commentsPerPost: 0 }, Date.now());

let kith: KithHost;
let floor: Awaited<ReturnType<typeof servePage>>;
let folder: string;
const photos = { ordinary: '', large: '' };
beforeAll(async () => {
  kith = await startKithHost((sql) => seedCircle(sql, circle));
  floor = await servePage('photo-page');
  folder = await mkdtemp(join(tmpdir(), 'kith-photos-'));
  for (const [name, width, height] of [
    ['ordinary', 1632, 1224],
    ['large', 4032, 3024],
  ] as const) {
    photos[name] = join(folder, `${name}.jpg`);
    await writeFile(photos[name], await drawnPhoto({ width, height }));
  }
});
afterAll(async () => {
  await floor?.close();
  await kith?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** The first photo of an opened form, and a further one. */
async function chooseTwice(page: Page, path: string, bound: (isBound: boolean) => void) {
  const choose = async () => {
    bound(true);
    const time = await chooseAndSee(page, path, 'main img[src^="blob:"]');
    bound(false);
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await upToDate(page);
    return time;
  };
  await page.goto('/posts/create');
  await page.getByLabel('What would you like to share?').waitFor();
  await upToDate(page);
  return { first: await choose(), further: await choose() };
}

async function chooseOnFloor(page: Page, path: string, bound: (isBound: boolean) => void): Promise<number> {
  await page.goto('/');
  bound(true);
  const time = await chooseAndSee(page, path, 'canvas');
  bound(false);
  return time;
}

/** Both pages, each in a browser of its own, in turns. */
async function inTurns(path: string, viewport: typeof DESKTOP | typeof PHONE, share: ReturnType<typeof openProcessorShare> = null) {
  const open: Profile[] = [];
  try {
    const session = await kith.session(circle.members[0]?.id ?? '');
    const [app, plain] = [await openProfile({ url: kith.url, viewport, session }), await openProfile({ url: floor.url, viewport })];
    open.push(app, plain);
    for (const profile of open) {
      await watchPictures(profile.context);
      await profile.page.goto('/');
      share?.take(browserProcess(profile));
    }
    await waitForOfflineApp(app.page);
    const bound = (isBound: boolean) => share?.bound(isBound);
    return await alternate(ROUNDS, {
      app: () => chooseTwice(app.page, path, bound),
      floor: () => chooseOnFloor(plain.page, path, bound),
    });
  } finally {
    for (const profile of open) await profile.close();
  }
}

function rowsOf(what: string, times: Awaited<ReturnType<typeof inTurns>>, atMost: number): Row[] {
  const all = times.app.flatMap(({ first, further }) => [first, further]);
  expect(all.every((time) => time > 0)).toBe(true);
  const row = (work: string, pick: (of: { first: number; further: number }) => number): Row => ({
    work,
    unit: 'ms',
    ours: spread(times.app.map(pick)),
    floor: spread(times.floor),
    floorName: 'decoded and shown',
    must: { atMost, times: 'itself' },
  });
  return [
    row(`${what}: chosen → on the own screen, the first of a page`, ({ first }) => first),
    row('the same: a further one', ({ further }) => further),
  ];
}

test('an ordinary photo', async (context) => {
  report(context, ...rowsOf('a photo of 2 megapixels', await inTurns(photos.ordinary, DESKTOP), 150));
});

test('a photo of 12 megapixels on a slow phone', async (context) => {
  const work = 'a photo of 12 megapixels, a quarter of the processors';
  const share = openProcessorShare(SHARE);
  if (!share) {
    report(context, { work: `${work}: not measured, there is no cpu cgroup for it`, unit: 'ms', ours: Number.NaN });
    return;
  }
  try {
    report(context, ...rowsOf(work, await inTurns(photos.large, PHONE, share), 600));
    // Without that nothing was slower.
    expect(share.timesStopped()).toBeGreaterThan(0);
  } finally {
    share.close();
  }
});
