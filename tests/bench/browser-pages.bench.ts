/**
 * Two members with the app open in a real browser, both looking at one post. Measures from the key that sends a comment to its appearance
 * on the other screen. In turns with it, the same comment goes from one bare protocol client to another. The difference is the time spent
 * in the two pages, their workers and stores.
 */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PushChange } from '../../schemas/protocol/sync.ts';
import { DESKTOP, openProfile, type Profile } from '../support/browser.ts';
import { PASSWORD } from '../support/circle.ts';
import { type Person, signIn } from '../support/people.ts';
import { makeCircle, textOf } from './circle.ts';
import type { KithHost } from './kith-host.ts';
import { alternate, inSequence, sizeOf } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import { spread } from './statistics.ts';
import { measured, ofEachVersion, startVersions } from './versions.ts';
import { createArrivals } from './work/arrivals.ts';
import { openReader } from './work/reader.ts';

const ROUNDS = sizeOf(4, 2);
const COMMENTS_A_ROUND = sizeOf(15, 6);

const circle = makeCircle({ friends: 8, postsEach: 5, commentsPerPost: 1 }, Date.now());
const [reader, author] = circle.members;
/** the author's newest post; author and reader are friends */
const post = circle.posts.findLast((one) => one.author_id === author?.id);

let versions: Awaited<ReturnType<typeof startVersions>>;
const profiles: Profile[] = [];
beforeAll(async () => {
  versions = await startVersions((sql) => seedCircle(sql, circle));
});
afterAll(async () => {
  for (const profile of profiles) await profile.close();
  await versions?.stop();
});

/** The pages of the author and of the reader. */
async function openPages(kith: KithHost): Promise<{ readonly from: Page; readonly to: Page }> {
  const pages: Page[] = [];
  for (const who of [author, reader]) {
    const profile = await openProfile({ url: kith.url, viewport: DESKTOP });
    profiles.push(profile);
    await signIn(profile.page, { ...who, password: PASSWORD } as Person);
    await profile.page.goto(`/posts/${post?.id}`);
    await profile.page.getByLabel('Write a comment').waitFor();
    pages.push(profile.page);
  }
  const [from, to] = pages;
  if (!from || !to) throw new Error('two are needed');
  return { from, to };
}

declare global {
  interface Window {
    /** when Enter was last pressed, by the clock that all pages of this machine share */
    pressedAt: number;
    /** resolves with the time at which a text appeared on the page */
    shown: Promise<number>;
  }
}

/** Milliseconds from the key to the other screen. */
async function commentOnce(from: Page, to: Page, text: string): Promise<number> {
  await to.evaluate((wanted) => {
    window.shown = new Promise((resolve) => {
      const look = () => {
        if (!document.body.textContent?.includes(wanted)) return;
        observer.disconnect();
        resolve(performance.timeOrigin + performance.now());
      };
      const observer = new MutationObserver(look);
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    });
  }, text);
  await from.getByLabel('Write a comment').fill(text);
  await from.evaluate(() =>
    document.addEventListener(
      'keydown',
      () => {
        window.pressedAt = performance.timeOrigin + performance.now();
      },
      { capture: true, once: true },
    ),
  );
  await from.keyboard.press('Enter');
  const shownAt = await to.evaluate(() => window.shown);
  return shownAt - (await from.evaluate(() => window.pressedAt));
}

test('from one page to another', async (context) => {
  const pages = await ofEachVersion(versions.hosts, openPages);
  const [writer, other] = await versions.hosts.app.clients([author?.id ?? '', reader?.id ?? '']);
  if (!writer || !other) throw new Error('two are needed');
  const arrivals = createArrivals(1);
  await openReader(other, 'comments', arrivals.arrived);

  let n = 0;
  const bareComment = (): PushChange => ({
    collection: 'comments',
    assumed: [],
    document: {
      id: uuid(),
      post_id: post?.id,
      author_id: author?.id,
      author_name: author?.name,
      author_profile_image_url: null,
      content: textOf(n, 80),
      created_at: new Date().toISOString(),
      edited_at: null,
      is_deleted: false,
      write_id: uuid(),
    },
  });
  const between = ({ from, to }: typeof pages.app) =>
    inSequence(COMMENTS_A_ROUND, () => {
      n += 1;
      return commentOnce(from, to, `Remark ${n}.`);
    });
  const times = await alternate(ROUNDS, {
    ...(await ofEachVersion(pages, async (both) => () => between(both))),
    bare: () =>
      inSequence(COMMENTS_A_ROUND, () => {
        n += 1;
        const comment = bareComment();
        return arrivals.time(comment.document.id, () => writer.push([comment]));
      }),
  });
  expect(times.app.flat().every((time) => time > 0)).toBe(true);
  const ofPages = measured(times, (round) => round);
  const bare = spread(times.bare.flat());
  report(
    context,
    {
      work: 'two pages of a browser: key pressed → on the other’s screen',
      unit: 'ms',
      ...ofPages,
      floor: bare,
      floorName: 'bare protocol',
    },
    {
      work: 'the same: spent in the pages, their workers and RxDB',
      unit: '%',
      ours: Math.round((100 * (ofPages.ours.p50 - bare.p50)) / ofPages.ours.p50),
    },
  );
});
