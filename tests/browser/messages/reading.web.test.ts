/** Reading in a chat: where it opens, what it counts as new, and that nothing moves while somebody reads. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { settingId } from '../../../schemas/profiles/profile.ts';
import { settingKey } from '../../../schemas/profiles/setting-kinds.ts';
import { DESKTOP } from '../../support/browser.ts';
import { settled } from '../../support/feed.ts';
import { atBottom, test as chatTest, openChat, row, scroller, toBottom } from '../../support/fixtures/chat.ts';
import { frames, upToDate } from '../../support/on-screen.ts';

const HISTORY = 90;

/** After this many frames, every layout measurement is done. */
const SETTLED_FRAMES = 5;

const test = chatTest
  /** What Ben and Cleo write before Ana and Ben open the chat. */
  .extend('history', async ({ circle, people: { ben, cleo }, group }) => {
    for (let n = 1; n <= HISTORY; n++) await circle.message(n % 3 === 0 ? ben : cleo, group, `Story ${n}. ${'And so on. '.repeat(n % 7)}`);
    return HISTORY;
  });

const topOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().top);
/** Scrolls to the very top. Then measures the largest distance of a message from its place there, in every later frame. */
async function scrollToTop(anchor: Locator) {
  const handle = await anchor.evaluateHandle((element) => {
    const chat = element.closest('[data-chat]');
    chat?.scrollTo(0, -chat.scrollHeight);
    const id = element.querySelector('[id^=message-]')?.id ?? '';
    const place = () => document.getElementById(id)?.getBoundingClientRect().top;
    const from = place() ?? 0;
    const seen = { most: 0 };
    const look = () => {
      const at = place();
      if (at !== undefined) seen.most = Math.max(seen.most, Math.abs(at - from));
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  return { most: () => handle.evaluate((seen) => seen.most) };
}

test('the list shows the count of new messages; the chat opens at the first, marks what was seen as read, and follows only a reader at its end', async ({
  open,
  people,
  group,
  history,
  cleoSays,
}) => {
  const { page } = await open(people.ana, { at: '/groups' });
  const card = page.getByRole('list', { name: 'My Groups' }).getByRole('listitem').filter({ hasText: 'Sunday table' });
  await card.getByText(`Ben: Story ${history}.`).waitFor();
  await card.getByText(`${history} new`).waitFor();
  await card.getByRole('link', { name: 'Sunday table' }).click();
  await page.waitForURL(`**/groups/${group}`);
  await page.getByRole('heading', { name: 'Sunday table', level: 1 }).waitFor();

  await row(page, 'Story 1.').waitFor();
  await page.getByText('New messages', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'To the newest message' }).click();
  await row(page, `Story ${history}.`).waitFor();
  await atBottom(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await card.getByText(`Ben: Story ${history}.`).waitFor();
  await card.getByText(/ new$/).waitFor({ state: 'hidden' });
  // On the next visit nothing is unread: the chat opens at the end.
  await openChat(page, group);
  await row(page, `Story ${history}.`).waitFor();
  await atBottom(page);

  await cleoSays('Right at the end');
  await row(page, 'Right at the end').waitFor();
  await atBottom(page);
  await scroller(page).evaluate((element) => element.scrollBy(0, -300));
  const anchor = row(page, `Story ${history}.`);
  await page.getByRole('button', { name: 'To the newest message' }).waitFor();
  const before = await settled(anchor);
  // The list gets a scroll event before it learns that a message came. In between it must not confuse the two.
  await scroller(page).evaluate((element) => {
    new MutationObserver(() => element.dispatchEvent(new Event('scroll'))).observe(element, { childList: true, subtree: true });
  });
  await cleoSays('While you read');
  await cleoSays('And another');
  const pill = page.getByRole('button', { name: '2 new messages' });
  await pill.waitFor();
  // Nobody sees the positions between a message and the next frame.
  await frames(page, SETTLED_FRAMES);
  expect(Math.abs((await topOf(anchor)) - before)).toBeLessThanOrEqual(1);
  await pill.click();
  await atBottom(page);
  await pill.waitFor({ state: 'hidden' });
});

test('older messages load twenty at a time, and what is being read moves by at most a pixel', async ({
  open,
  circle,
  people,
  group,
  history,
}) => {
  const { page } = await open(people.ben, { at: '/groups', viewport: DESKTOP });
  await upToDate(page);
  // The next visit opens at the end only after everything was read.
  await openChat(page, group);
  await toBottom(page);
  const newest = await row(page, `Story ${history}.`).locator('[data-message]').getAttribute('data-message');
  await toBottom(page);
  const position = settingId(people.ben.id, settingKey.groupRead(group));
  await expect.poll(async () => (await circle.visibleRow(people.ben, 'settings', position))?.value).toBe(newest);
  await page.getByRole('link', { name: 'Posts' }).click();
  await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor();
  await openChat(page, group);
  await row(page, `Story ${history}.`).waitFor();
  expect(await row(page, `Story ${history - 20}.`).count()).toBe(0);
  for (let oldest = history - 19; oldest > 1; oldest = Math.max(1, oldest - 20)) {
    const anchor = row(page, `Story ${oldest}.`);
    await anchor.waitFor();
    const moved = await scrollToTop(anchor);
    await row(page, `Story ${oldest - 1}.`).waitFor({ state: 'attached' });
    await frames(page, SETTLED_FRAMES);
    expect(await moved.most()).toBeLessThanOrEqual(1);
  }
  await row(page, 'Story 1.').waitFor();
  await page.getByText('This is where it begins').waitFor();
});
