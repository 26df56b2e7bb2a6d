/**
 * Two members with the app open in a real browser, both looking at one post: from the key that sends a comment to the moment
 * when it stands on the other's screen. Beside it the same comment from one bare client of the protocol to another, in turns:
 * what is above that is spent in the two pages, their workers and stores.
 */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PushChange } from '../../schemas/protocol/sync.ts';
import { DESKTOP, openProfile, type Profile } from '../support/browser.ts';
import { PASSWORD } from '../support/circle.ts';
import { type Person, signIn } from '../support/people.ts';
import { makeCircle, textOf } from './circle.ts';
import { type KithHost, startKithHost } from './kith-host.ts';
import { alternate, inSequence, many } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import { spread } from './statistics.ts';
import { createArrivals } from './work/arrivals.ts';
import { openReader } from './work/reader.ts';

const ROUNDS = many(4, 2);
const COMMENTS_A_ROUND = many(15, 6);

const circle = makeCircle({ friends: 8, postsEach: 5, commentsPerPost: 1 }, Date.now());
const [reader, author] = circle.members;
/** the newest one of the author, a friend of the reader */
const post = circle.posts.findLast((one) => one.author_id === author?.id);

let kith: KithHost;
let profiles: Profile[] = [];
beforeAll(async () => {
  kith = await startKithHost((sql) => seedCircle(sql, circle));
  for (const who of [author, reader]) {
    const profile = await openProfile({ url: kith.url, viewport: DESKTOP });
    profiles = [...profiles, profile];
    await signIn(profile.page, { ...who, password: PASSWORD } as Person);
    await profile.page.goto(`/posts/${post?.id}`);
    await profile.page.getByLabel('Write a comment').waitFor();
  }
});
afterAll(async () => {
  for (const profile of profiles) await profile.close();
  await kith?.stop();
});

declare global {
  interface Window {
    /** when Enter was last pressed, by the clock that all pages of this machine share */
    pressedAt: number;
    /** resolves with when a text stood on the page */
    shown: Promise<number>;
  }
}

/** Milliseconds from the key to the other's screen. */
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
  const [from, to] = profiles.map((profile) => profile.page);
  const [writer, other] = await kith.clients([author?.id ?? '', reader?.id ?? '']);
  if (!from || !to || !writer || !other) throw new Error('two are needed');
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
  const times = await alternate(ROUNDS, {
    pages: () =>
      inSequence(COMMENTS_A_ROUND, () => {
        n += 1;
        return commentOnce(from, to, `Remark ${n}.`);
      }),
    bare: () =>
      inSequence(COMMENTS_A_ROUND, () => {
        n += 1;
        const comment = bareComment();
        return arrivals.time(comment.document.id, () => writer.push([comment]));
      }),
  });
  expect(times.pages.flat().every((time) => time > 0)).toBe(true);
  const [pages, bare] = [spread(times.pages.flat()), spread(times.bare.flat())];
  report(
    context,
    {
      work: 'two pages of a browser: key pressed → on the other’s screen',
      unit: 'ms',
      ours: pages,
      floor: bare,
      floorName: 'bare protocol',
    },
    {
      work: 'the same: spent in the pages, their workers and RxDB',
      unit: '%',
      ours: Math.round((100 * (pages.p50 - bare.p50)) / pages.p50),
    },
  );
});
