/** How fast the app feels with 10,000 posts and comments, at full processor speed and four times slower. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireDocument } from '../../../schemas/protocol/sync.ts';
import { DESKTOP, openProfile } from '../../support/browser.ts';
import { makeCircle } from '../circle.ts';
import { servePage } from '../floors/serve-page.ts';
import { alternate, inSequence, sizeOf } from '../rounds.ts';
import { report } from '../row.ts';
import { seedCircle } from '../seed-circle.ts';
import { spread } from '../statistics.ts';
import { measured, seedVersions } from '../versions.ts';
import { downloadOfFeed, tellStory } from './story.ts';
import { framesWhileScrolling, marksOf, throttle, watchPages } from './watched-page.ts';

const ROUNDS = sizeOf(2, 1);
const FLOOR_RELOADS = sizeOf(5, 2);
const circle = makeCircle({ friends: 8, postsEach: 250, commentsPerPost: 4 }, Date.now());

let versions: Awaited<ReturnType<typeof seedVersions>>;
let store: Awaited<ReturnType<typeof servePage>>;
let plain: Awaited<ReturnType<typeof servePage>>;
beforeAll(async () => {
  versions = await seedVersions((sql) => seedCircle(sql, circle));
  store = await servePage('local-store');
  plain = await servePage('plain-page');
});
afterAll(async () => {
  await store?.close();
  await plain?.close();
  await versions?.close();
});

/** The same rows written to the same store, without a network. */
async function fillStore(): Promise<number> {
  const profile = await openProfile({ url: store.url, viewport: DESKTOP });
  try {
    await profile.page.goto('/');
    const wire = (rows: readonly { readonly id: string }[]) =>
      rows.map((row, n) => ({ ...row, scope: 1 + (n % 8), write_id: row.id }) as WireDocument);
    const { openMs, writeMs } = await profile.page.evaluate((documents) => window.writeFloor(documents), {
      posts: wire(circle.posts),
      comments: wire(circle.comments),
    });
    return openMs + writeMs;
  } finally {
    await profile.close();
  }
}

/** Reopens a plain page over a plain database. */
async function openPlainPage(): Promise<{ readonly reload: number[]; readonly slowReload: number[]; readonly framesPerSecond: number }> {
  const profile = await openProfile({ url: plain.url, viewport: DESKTOP });
  try {
    const { page, context } = profile;
    await watchPages(context);
    await page.goto('/');
    await page.evaluate(({ posts, comments }) => window.fillPlain(posts, comments), circle);
    const session = await context.newCDPSession(page);
    const reload = () =>
      inSequence(FLOOR_RELOADS, async () => {
        await page.reload();
        await page.getByRole('article').first().waitFor();
        return (await marksOf(page)).firstPost ?? Number.NaN;
      });
    const times = await reload();
    await throttle(session, true);
    const slowTimes = await reload();
    await page.evaluate((posts) => window.showPlain(posts), circle.posts);
    return { reload: times, slowReload: slowTimes, framesPerSecond: await framesWhileScrolling(page, session) };
  } finally {
    await profile.close();
  }
}

test('what people feel', async (context) => {
  const stories = versions.works(async (kith) => ({ ...(await tellStory(kith, circle)), downloadKb: await downloadOfFeed(kith, circle) }));
  const floor = async () => ({ all: await fillStore(), ...(await openPlainPage()) });
  const { floor: floors, ...runs } = await alternate(ROUNDS, { ...stories, floor }, 0);
  type StoryRun = (typeof runs.app)[number];
  const timesOf = (pick: (story: StoryRun) => number | readonly number[]) => measured(runs, (story) => [pick(story)].flat());
  const plainPage = 'a plain page';
  const all = timesOf(({ signIn }) => signIn.all);
  expect(runs.app.every(({ signIn, reload }) => Number.isFinite(signIn.twentyPosts) && reload.every(Number.isFinite))).toBe(true);
  const block = (what: string, pick: (story: StoryRun) => number, atMost: number) =>
    ({ work: `longest block of the page: ${what}`, unit: 'ms', ...timesOf(pick), must: { atMost } }) as const;

  report(
    context,
    {
      work: 'reload → newest posts on the screen',
      unit: 'ms',
      ...timesOf(({ reload }) => reload),
      floor: spread(floors.flatMap(({ reload }) => reload)),
      floorName: plainPage,
      must: { atMost: 0.5, times: 'before' },
      aim: { atMost: 200, times: 'itself' },
    },
    {
      work: 'reload → newest posts on the screen, throttled',
      unit: 'ms',
      ...timesOf(({ slowReload }) => slowReload),
      floor: spread(floors.flatMap(({ slowReload }) => slowReload)),
      floorName: plainPage,
      must: { atMost: 0.5, times: 'before' },
      aim: { atMost: 600, times: 'itself' },
    },
    { work: 'closed while 30 posts come, opened → the newest of them on the screen', unit: 'ms', ...timesOf(({ away }) => away) },
    {
      work: 'sign-in pressed → newest 20 posts',
      unit: 'ms',
      ...timesOf(({ signIn }) => signIn.twentyPosts),
      floor: all.ours,
      floorName: 'everything',
      must: [{ atMost: 0.6, times: 'before' }, { atMost: 0.1 }],
      aim: { atMost: 400, times: 'itself' },
    },
    {
      work: 'sign-in pressed → everything',
      unit: 'ms',
      ...all,
      floor: spread(floors.map((floor) => floor.all)),
      floorName: 'the same store, no network',
      must: { atMost: 1.5 },
      aim: { atMost: 1.1 },
    },
    { work: 'key pressed → own comment on the own screen, throttled', unit: 'ms', ...timesOf(({ own }) => own), must: { atMost: 50 } },
    {
      work: 'a week offline, 2,100 rows come and 50 go: requests to pull and push',
      unit: '',
      ...timesOf(({ week }) => week.requests),
      must: { atMost: 4 },
    },
    { work: 'the same: all on the screen and sent, throttled', unit: 'ms', ...timesOf(({ week }) => week.ms), must: { atMost: 1500 } },
    {
      work: 'scrolling through the feed, throttled',
      unit: 'fps',
      ...timesOf((story) => story.framesPerSecond),
      floor: spread(floors.map((floor) => floor.framesPerSecond)),
      floorName: plainPage,
      must: { atLeast: 50, times: 'itself' },
    },
    block('sign-in', ({ blocks }) => blocks.signIn, 100),
    block('reload', ({ blocks }) => blocks.reload, 100),
    block('reload, throttled', ({ slowBlocks }) => slowBlocks.reload, 200),
    block('writing, throttled', ({ slowBlocks }) => slowBlocks.writing, 200),
    block('back from a week offline, throttled', ({ slowBlocks }) => slowBlocks.week, 200),
    block('scrolling, throttled', ({ slowBlocks }) => slowBlocks.scrolling, 200),
    { work: 'heap of the page after all of it', unit: 'MB', ...timesOf(({ kept }) => kept.heapMb) },
    { work: 'on disk, for a row', unit: 'B', ...timesOf(({ kept }) => kept.bytesARow) },
    { work: 'downloaded for the feed, rows aside', unit: 'kB', ...timesOf((story) => story.downloadKb), must: { atMost: 240 } },
    { work: 'kept by the service worker', unit: 'kB', ...timesOf(({ kept }) => kept.appKb) },
  );
});
