/** Reading in a chat: where it opens, what it counts as new, and that nothing moves while somebody reads. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { settled } from '../../support/feed.ts';
import { atBottom, openChat, row, scroller } from '../../support/fixtures/chat.ts';
import { frames } from '../../support/on-screen.ts';
import { SETTLED_FRAMES, test } from './reading-stage.ts';

const topOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().top);

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
  await page.getByRole('banner').getByText('Sunday table').waitFor();

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
  // It is at the edge, where the fewest texts are.
  expect(await pill.textContent()).toBe('2');
  const [edge, button] = [await scroller(page).boundingBox(), await pill.boundingBox()];
  if (!edge || !button) throw new Error('not on the screen');
  expect(edge.x + edge.width - button.x - button.width).toBeLessThanOrEqual(16);
  // Nobody sees the positions between a message and the next frame.
  await frames(page, SETTLED_FRAMES);
  expect(Math.abs((await topOf(anchor)) - before)).toBeLessThanOrEqual(1);
  await pill.click();
  await atBottom(page);
  await pill.waitFor({ state: 'hidden' });
});
