/**
 * The feed as members read it: what it says when it has nothing, that nothing moves what is being read, who a post says can see it,
 * and that thousands of posts are as easy to read as twenty.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { barriers } from '../support/barriers.ts';
import { DESKTOP, openProfile, type Profile, waitForOfflineApp } from '../support/browser.ts';
import { card, upToDate } from '../support/on-screen.ts';
import { befriend, clientOf, type Person, person, register, signIn } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ana = person('Ana Ribeiro');
const ben = person('Ben Okri');
const cleo = person('Cleo Marsh');
const HELD = 45;
const MANY = 5000;
let server: TestServer;
let phone: Page;
let anas: Profile;
let bensApi: ApiClient;
const open: Profile[] = [];
const ids = new Map<Person, string>();

async function profile(options: Partial<Parameters<typeof openProfile>[0]> = {}): Promise<Profile> {
  const opened = await openProfile({ url: server.url, ...options });
  open.push(opened);
  return opened;
}
async function member(who: Person): Promise<Person> {
  ids.set(who, (await register(server, who)).id);
  return who;
}
const post = (client: ApiClient, content: string, more: object = {}) =>
  client.post('/api/posts', { content, visibility_type: 'friends', ...more });

beforeAll(async () => {
  server = await startServer();
  for (const who of [ana, ben, cleo]) await member(who);
  await befriend(server, ana, ben);
  await befriend(server, ben, cleo);
  bensApi = await clientOf(server, ben);
  for (let n = 1; n <= HELD; n++) await post(bensApi, `Older note ${n}, from before`);
  anas = await profile();
  phone = anas.page;
  await signIn(phone, ana);
  await phone.getByText(`Older note ${HELD},`).waitFor();
});
afterAll(async () => {
  await Promise.all(open.map((opened) => opened.close()));
  await server?.stop();
});

const pill = (page: Page) => page.getByRole('button', { name: /new posts?$/ });
const topOf = (element: Locator) => element.evaluate((one) => one.getBoundingClientRect().top);
/** In one step: the scrolling that a key begins goes on for a while, and would carry off what is put in its place meanwhile. */
const toEnd = (page: Page) => page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
/** Scrolls down as a reader does, until the text is there, and puts it in the middle. */
async function scrollTo(page: Page, text: string): Promise<Locator> {
  const found = page.getByText(text);
  await expect
    .poll(async () => {
      await toEnd(page);
      return found.count();
    })
    .toBe(1);
  await found.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  return found;
}
/** Resolves once the element has stood still for some frames, with where it stands. */
const settled = (element: Locator) =>
  element.evaluate(async (one) => {
    let [still, at] = [0, one.getBoundingClientRect().top];
    while (still < 20) {
      await new Promise(requestAnimationFrame);
      const now = one.getBoundingClientRect().top;
      still = now === at ? still + 1 : 0;
      at = now;
    }
    return at;
  });

describe('the feed', () => {
  test('comes twenty at a time and says when it ends', async () => {
    expect(await phone.getByRole('article').count()).toBeLessThan(HELD);
    await scrollTo(phone, 'Older note 1,');
    await phone.getByText('You’re all caught up').waitFor();
  });

  test('stands where it was when one comes back from a post', async () => {
    await phone.goto('/posts');
    const note = await scrollTo(phone, 'Older note 5,');
    const before = await settled(note);
    await note.click();
    await phone.getByLabel('Write a comment').waitFor();
    await phone.getByRole('button', { name: 'Back' }).click();
    await note.waitFor();
    await expect.poll(async () => Math.abs((await topOf(note)) - before)).toBeLessThan(2);
  });

  test('says Read more exactly where something is hidden', async () => {
    await post(bensApi, `A long story. ${'And then it went on. '.repeat(20)}The end.`);
    await post(bensApi, 'Four\nshort\nlines\nhere');
    await post(bensApi, 'Three\nshort\nlines');
    await phone.goto('/posts');
    const story = card(phone, 'A long story.');
    await story.waitFor();
    const shown = await story.locator('p').first().textContent();
    expect(shown?.length).toBeLessThanOrEqual(201);
    expect(
      await story
        .locator('p')
        .first()
        .evaluate((text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)),
    ).toBe(3);
    await story.getByRole('button', { name: 'Read more' }).click();
    await story.getByText('The end.').waitFor();
    await story.getByRole('button', { name: 'Show less' }).click();
    expect(await story.textContent()).not.toContain('The end.');
    const lines = card(phone, 'Four');
    await lines.getByRole('button', { name: 'Read more' }).click();
    await lines.getByRole('button', { name: 'Show less' }).waitFor();
    expect(await card(phone, 'Three').getByRole('button', { name: 'Read more' }).count()).toBe(0);
    expect(new URL(phone.url()).pathname).toBe('/posts');
  });

  test('tells how long ago in words that keep moving', async () => {
    // A clock holds for all tabs of a browser: this one has its own.
    const { page } = await profile();
    await signIn(page, ana);
    await page.clock.install();
    await page.goto('/posts');
    await post(bensApi, 'Right now');
    const now = card(page, 'Right now');
    await now.getByText('Just now').waitFor();
    await page.clock.fastForward('02:30');
    await now.getByText('2m ago').waitFor();
  });
});

describe('what comes while one reads', () => {
  beforeAll(async () => {
    bensApi = await clientOf(server, ben);
  });

  test('moves nothing: a pill says how many, and leads to them by keyboard', async () => {
    await phone.goto('/posts');
    const note = await scrollTo(phone, 'Older note 20,');
    const before = await settled(note);
    await post(bensApi, 'News one');
    await phone.getByRole('button', { name: '1 new post', exact: true }).waitFor();
    await post(bensApi, 'News two');
    await phone.getByRole('button', { name: '2 new posts', exact: true }).waitFor();
    await phone.getByRole('status').filter({ hasText: '2 new posts' }).waitFor();
    expect(Math.abs((await settled(note)) - before)).toBeLessThanOrEqual(1);
    expect(await phone.getByText('News two').count()).toBe(0);
    expect(await barriers(phone, 'the feed with new posts waiting')).toEqual([]);

    await pill(phone).focus();
    await phone.keyboard.press('Enter');
    await phone.getByText('News two').waitFor();
    expect(await phone.evaluate(() => scrollY)).toBe(0);
    await expect.poll(() => phone.evaluate(() => document.activeElement?.closest('article')?.textContent ?? '')).toContain('News two');
    expect(await pill(phone).count()).toBe(0);
  });

  test('slides in for those who are at the top', async () => {
    await phone.goto('/posts');
    await phone.getByText('News two').waitFor();
    await upToDate(phone);
    await post(bensApi, 'Straight to the top');
    await phone.getByText('Straight to the top').waitFor();
    expect(await pill(phone).count()).toBe(0);
  });

  test('of one’s own shows at once, and moves nothing either', async () => {
    const note = await scrollTo(phone, 'Older note 20,');
    const before = await settled(note);
    const api = await clientOf(server, ana);
    await post(api, 'Mine, from another device');
    await post(bensApi, 'Of somebody else');
    await phone.getByRole('button', { name: '1 new post', exact: true }).waitFor();
    expect(Math.abs((await settled(note)) - before)).toBeLessThanOrEqual(1);
    await phone.keyboard.press('Home');
    await card(phone, 'Mine, from another device').waitFor();
    expect(await card(phone, 'Of somebody else').count()).toBe(0);
    await pill(phone).click();
    await card(phone, 'Of somebody else').waitFor();
  });

  test('while one was away waits as well, and the tab of the feed leads to it', async () => {
    const page = await anas.newTab();
    await page.goto('/posts');
    await card(page, 'Of somebody else').waitFor();
    const look = (hidden: boolean) =>
      page.evaluate((away) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => away });
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (away ? 'hidden' : 'visible') });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await look(true);
    await page.evaluate(() => {
      const now = Date.now;
      Date.now = () => now() + 31_000;
    });
    await post(bensApi, 'While you were away');
    await look(false);
    await page.getByRole('button', { name: '1 new post', exact: true }).waitFor();
    expect(await card(page, 'While you were away').count()).toBe(0);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Posts' }).click();
    await card(page, 'While you were away').waitFor();
    expect(await pill(page).count()).toBe(0);
    await scrollTo(page, 'Older note 20,');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Posts' }).click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.close();
  });
});

describe('who can see a post', () => {
  const viewer = (page: Page) => page.getByRole('dialog', { name: 'Who can see this post' });
  const chip = (page: Page, text: string) => card(page, text).getByRole('button', { name: /who can see this post$/ });
  let bens: Page;

  beforeAll(async () => {
    const api = await clientOf(server, ana);
    await post(api, 'Seen by friends');
    await post(api, 'Seen further', { visibility_type: 'friends_of_friends' });
    await post(api, 'Seen by some', { visibility_type: 'specific', specific_user_ids: [ids.get(ben), ids.get(cleo)] });
    await post(api, 'Seen by me', { visibility_type: 'private' });
    await post(api, 'Seen publicly', { visibility_type: 'public' });
    bens = (await profile({ viewport: DESKTOP })).page;
    await signIn(bens, ben);
    await phone.goto('/posts');
    for (const page of [phone, bens]) await card(page, 'Seen publicly').waitFor();
  });

  test('its author is told by name, also without a network', async () => {
    await waitForOfflineApp(phone);
    await phone.context().setOffline(true);
    await chip(phone, 'Seen by friends').click();
    await viewer(phone).getByText('1 friend', { exact: true }).waitFor();
    expect(await viewer(phone).getByRole('listitem').allTextContents()).toEqual([expect.stringContaining('Ben Okri')]);
    await phone.keyboard.press('Escape');
    await viewer(phone).waitFor({ state: 'hidden' });
    await expect.poll(() => chip(phone, 'Seen by friends').evaluate((one) => one === document.activeElement)).toBe(true);
    await phone.context().setOffline(false);
    await chip(phone, 'Seen further').focus();
    await phone.keyboard.press('Enter');
    await viewer(phone).getByText('1 friend and 1 of their friends').waitFor();
    await viewer(phone).getByRole('listitem').filter({ hasText: 'Cleo Marsh' }).getByText('Through Ben').waitFor();
    expect(await barriers(phone, 'who can see a post')).toEqual([]);
    // Whoever is no friend has no page: their profile opens over the list, and closing it leads back into it.
    const cleos = viewer(phone).getByRole('button', { name: 'Cleo Marsh' });
    await cleos.click();
    const profileOf = phone.getByRole('dialog', { name: 'Profile' });
    await profileOf.getByRole('heading', { name: 'Cleo Marsh' }).waitFor();
    await profileOf.getByRole('button', { name: 'View connection' }).waitFor();
    await phone.keyboard.press('Escape');
    await profileOf.waitFor({ state: 'hidden' });
    await expect.poll(() => cleos.evaluate((one) => one === document.activeElement)).toBe(true);
    await phone.keyboard.press('Escape');
    await viewer(phone).waitFor({ state: 'hidden' });
    expect(new URL(phone.url()).pathname).toBe('/posts');
  });

  test('others read a sentence, and of chosen people who they are', async () => {
    await chip(bens, 'Seen by friends').click();
    await viewer(bens).getByText('The direct friends of Ana Ribeiro can see this post.').waitFor();
    expect(await viewer(bens).getByRole('listitem').count()).toBe(0);
    await bens.keyboard.press('Escape');
    await chip(bens, 'Seen further').click();
    await viewer(bens).getByText('The friends of Ana Ribeiro and their friends can see this post.').waitFor();
    expect(await viewer(bens).getByRole('listitem').count()).toBe(0);
    await bens.keyboard.press('Escape');
    await chip(bens, 'Seen by some').click();
    await viewer(bens).getByText('2 people').waitFor();
    await viewer(bens).getByRole('listitem').filter({ hasText: 'Ben Okri' }).getByText('You').waitFor();
    await viewer(bens).getByRole('listitem').filter({ hasText: 'Cleo Marsh' }).waitFor();
    await viewer(bens).getByRole('button', { name: 'Close' }).click();
    await viewer(bens).waitFor({ state: 'hidden' });
  });

  test('is no question for what is public or for oneself', async () => {
    for (const [text, label] of [
      ['Seen by me', 'Only me'],
      ['Seen publicly', 'Public'],
    ] as const) {
      await card(phone, text).getByText(label, { exact: true }).waitFor();
      expect(await chip(phone, text).count()).toBe(0);
    }
  });
});

describe('texts of every kind', () => {
  test('stay on their card, on the smallest screen and with the largest text', async () => {
    const long = await member({
      ...person('Long'),
      name: `Wolfeschlegelsteinhausenbergerdorff${'welche'.repeat(20)}`,
      email: 'long@kith.test',
    });
    const smiling = await member({ ...person('Smile'), name: '👩‍👩‍👧‍👦🏳️‍🌈 مريم الخوارزمي', email: 'smile@kith.test' });
    const page = (await profile({ viewport: { width: 320, height: 640 } })).page;
    for (const who of [long, smiling]) {
      await befriend(server, ana, who);
      const api = await clientOf(server, who);
      await post(api, `x${'0'.repeat(4999)}`);
      await post(api, `${'אבגדה '.repeat(60)}`, { visibility_type: 'friends_of_friends' });
    }
    await signIn(page, ana);
    await page.getByText(smiling.name).first().waitFor();
    await page.getByText(long.name).first().waitFor();
    const hebrew = card(page, 'אבגדה').first().locator('p').first();
    expect(await hebrew.evaluate((text) => getComputedStyle(text).direction)).toBe('rtl');
    expect(await barriers(page, 'long and foreign texts')).toEqual([]);
    await card(page, '0000').first().getByRole('button', { name: 'Read more' }).click();
    await page.addStyleTag({ content: 'html { font-size: 200% }' });
    const fits = (element: Element) =>
      [...element.querySelectorAll('*')].every((one) => one.getBoundingClientRect().right <= element.getBoundingClientRect().right + 1);
    for (const one of await page.getByRole('article').all()) expect(await one.evaluate(fits)).toBe(true);
  });
});

describe('a feed with nothing in it', () => {
  test('leads to friends where there are none, and to a first post where there are', async () => {
    const [nia, oto, pia] = [await member(person('Nia Solo')), await member(person('Oto Two')), await member(person('Pia Three'))];
    await befriend(server, oto, pia);
    const { page } = await profile();
    await signIn(page, nia);
    await page.getByRole('heading', { name: 'Build your tribe first' }).waitFor();
    expect(await barriers(page, 'a feed without friends')).toEqual([]);
    await page.getByRole('link', { name: 'Add friends' }).click();
    await page.waitForURL('**/friends');

    const others = (await profile()).page;
    await signIn(others, oto);
    await others.getByRole('heading', { name: 'No posts yet' }).waitFor();
    expect(await barriers(others, 'a feed without posts')).toEqual([]);
    await others.getByRole('link', { name: 'Create your first post' }).click();
    await others.waitForURL('**/posts/create');
  });

  test('is not called empty before the server was heard: it waits, says that there is no connection, and tries again', async () => {
    const { page } = await profile();
    let answer: 'wait' | 'fail' | 'go' = 'wait';
    const waiting: (() => void)[] = [];
    await page.context().route('**/api/sync/**', async (route) => {
      if (answer === 'wait') await new Promise<void>((resolve) => waiting.push(resolve));
      await (answer === 'go' ? route.continue() : route.abort()).catch(() => undefined);
    });
    await signIn(page, ana);
    await page.getByRole('status').filter({ hasText: 'Loading posts' }).waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('[aria-busy=true] > div').count()).toBe(3);
    answer = 'fail';
    for (const go of waiting.splice(0)) go();
    await page.getByRole('heading', { name: 'Connection Error' }).waitFor();
    expect(await page.getByText('No posts yet').count()).toBe(0);
    expect(await barriers(page, 'a feed without a connection')).toEqual([]);
    await page.context().setOffline(true);
    await page.getByText('not downloaded to this device yet').waitFor();
    await page.context().setOffline(false);
    answer = 'go';
    // It may also have been quicker by itself.
    await Promise.any([page.getByRole('button', { name: 'Try again' }).click(), card(page, 'Seen publicly').waitFor()]);
    await card(page, 'Seen publicly').waitFor();
  });
});

describe('a very long feed', () => {
  test(`of ${MANY} posts keeps few in the document, comes back to its place, and begins quickly`, { timeout: 600_000 }, async () => {
    const [mia, max] = [await member(person('Mia Many')), await member(person('Max Writes'))];
    await befriend(server, mia, max);
    const api = await clientOf(server, max);
    let written = 0;
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        while (written < MANY) {
          written += 1;
          await post(api, `Entry ${written}. ${'Something to read. '.repeat(written % 14)}`);
        }
      }),
    );
    const { page } = await profile();
    await signIn(page, mia);
    await page.getByRole('article').first().waitFor();
    await upToDate(page, 240_000);

    let most = 0;
    const count = async () => {
      const now = await page.getByRole('article').count();
      most = Math.max(most, now);
      return now;
    };
    // Far down, page after page.
    await expect
      .poll(
        async () => {
          await toEnd(page);
          await count();
          return page.locator('[data-page]').count();
        },
        { timeout: 240_000, interval: 30 },
      )
      .toBeGreaterThan(60);
    expect(most).toBeGreaterThan(20);
    expect(most).toBeLessThan(200);

    // A page that was left and comes into view again is there, where it was.
    const middle = await page.evaluate(() => document.documentElement.scrollHeight / 2);
    await page.evaluate((y) => window.scrollTo(0, y), middle);
    const inView = () =>
      page.evaluate(() => {
        const tops = [...document.querySelectorAll('article')].map((one) => ({ one, top: one.getBoundingClientRect().top }));
        const seen = tops.find(({ top }) => top > 80 && top < 450);
        return /Entry \d+\./.exec(seen?.one.textContent ?? '')?.[0] ?? '';
      });
    await expect.poll(inView).not.toBe('');
    const text = await inView();
    const entry = page.getByText(text, { exact: false }).first();
    const before = await settled(entry);
    await entry.click();
    await page.getByLabel('Write a comment').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await entry.waitFor();
    await expect.poll(async () => Math.abs((await topOf(entry)) - before)).toBeLessThan(2);
    expect(await count()).toBeLessThan(200);

    await page.keyboard.press('Home');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect
      .poll(() =>
        page
          .getByRole('article')
          .first()
          .evaluate((one) => one.getBoundingClientRect().top < 200),
      )
      .toBe(true);
    expect(await count()).toBeLessThan(200);

    // Beside a feed of a few dozen posts, in turns, as how busy the machine is concerns both.
    const begins = async (of: Page) => {
      await of.reload();
      await of.getByRole('article').first().waitFor();
      return of.evaluate(() => (globalThis as unknown as { firstCardAt: number }).firstCardAt);
    };
    for (const each of [page, phone]) {
      await each.addInitScript(() => {
        const seen = new MutationObserver(() => {
          if (!document.querySelector('article')) return;
          Object.assign(globalThis, { firstCardAt: performance.now() });
          seen.disconnect();
        });
        seen.observe(document, { childList: true, subtree: true });
      });
    }
    await phone.goto('/posts');
    const [many, few] = [[], []] as [number[], number[]];
    for (let turn = 0; turn < 4; turn++) {
      few.push(await begins(phone));
      many.push(await begins(page));
    }
    expect(Math.min(...many)).toBeLessThan(1.5 * Math.min(...few) + 200);
  });
});
