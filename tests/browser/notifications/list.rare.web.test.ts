/** The list of notifications before it has loaded, with texts of every kind, and when one grows old. */
import { expect } from 'vitest';
import { barriers, violations } from '../../support/barriers.ts';
import { choose, openList, pathOf, row, showsUnread, showsUnreadEverywhere, test } from '../../support/fixtures/notifications.ts';
import { cutSync } from '../../support/on-screen.ts';

test('a device that has loaded none says when they will load; a refused change is undone, says so, and leaves nothing behind', async ({
  openDevice,
  people: { ana, ben },
  post,
  circle,
}) => {
  await circle.comment(ben, post, 'Pepper?');
  const phone = await openDevice({ at: 'about:blank' });
  await cutSync(phone);
  await openList(phone);
  await phone.getByText('They will load when you are online.').waitFor();
  await phone.context().unroute('**/api/sync/**');
  // The page may also load by itself before the button is pressed.
  await Promise.any([phone.getByRole('button', { name: 'Try again' }).click(), row(phone, 'Pepper?').waitFor()]);
  await row(phone, 'Pepper?').waitFor();
  await showsUnread(phone, 1);

  // Turns what this device sends into something that every server refuses: marking a notification as unread.
  await phone
    .context()
    .route('**/api/sync/push', (route) =>
      route.continue({ postData: (route.request().postData() ?? '').replaceAll('"is_read":true', '"is_read":false') }),
    );
  await choose(phone, 'Pepper?', 'Mark as read');
  await phone.getByText('Failed to update notification. Please try again.').waitFor();
  await showsUnread(phone, 1);
  expect(await phone.getByText('was not accepted').count()).toBe(0);
  await phone.context().unroute('**/api/sync/push');
  await phone.goto('/notifications?outbox');
  await phone.getByRole('dialog', { name: 'Outbox' }).getByText('Everything is sent').waitFor();
  await openList(phone);
  await choose(phone, 'Pepper?', 'Mark as read');
  await showsUnreadEverywhere(phone, ana, 0);
});

test('long names and texts, right-to-left text and emoji fit every screen, without barriers', async ({
  openDevice,
  people: { ana, ben },
  circle,
}) => {
  await ben.client.put('/api/profiles/me', { name: `Maximiliana ${'Wolfeschlegelsteinhausen'.repeat(5)} von Hohenlohe` });
  for (const text of [`${'👩‍👩‍👧‍👦'.repeat(120)}`, 'مرحبا، من سيأتي إلى العشاء؟ '.repeat(8), 'w'.repeat(400)]) {
    await circle.comment(ben, await circle.post(ana, { content: 'Who comes?' }), text);
  }
  const phone = await openDevice({ at: '/notifications' });
  await row(phone, 'www').waitFor();
  await expect.poll(() => row(phone, '👩‍👩‍👧‍👦').locator('[dir=auto]').textContent()).toBe(`${'👩‍👩‍👧‍👦'.repeat(100)}...`);
  // A line that is cut off shows the beginning of its text, in either writing direction.
  const showsBeginning = (line: Element) => {
    const [words, first] = [document.createTreeWalker(line, NodeFilter.SHOW_TEXT).nextNode() as Text, document.createRange()];
    first.setStart(words, 0);
    first.setEnd(words, 1);
    const [letter, seen] = [first.getBoundingClientRect(), line.getBoundingClientRect()];
    return line.scrollWidth > line.clientWidth && letter.left >= seen.left - 1 && letter.right <= seen.right + 1;
  };
  for (const text of ['مرحبا', 'www']) expect(await row(phone, text).locator('.cut').evaluate(showsBeginning)).toBe(true);
  await row(phone, 'www').getByRole('button', { name: /^More/ }).click();
  await phone.getByRole('menuitem', { name: 'Delete' }).waitFor();
  expect(await violations(phone)).toEqual([]);
  // Escape closes the menu, not the page.
  await phone.keyboard.press('Escape');
  await phone.getByRole('menuitem', { name: 'Delete' }).waitFor({ state: 'detached' });
  expect(pathOf(phone)).toBe('/notifications');
  await phone.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  expect(await barriers(phone, 'notifications from right to left')).toEqual([]);
});

test('a notification that becomes two days old while the page is open leaves the list and the count by itself', async ({
  openDevice,
  people: { ben },
  post,
  circle,
}) => {
  await circle.comment(ben, post, 'Two days from now');
  const phone = await openDevice({ at: 'about:blank' });
  await phone.clock.install();
  await openList(phone);
  await row(phone, 'Two days from now').waitFor();
  await showsUnread(phone, 1);
  await phone.clock.fastForward('47:00:00');
  await row(phone, 'Two days from now').waitFor();
  expect(await phone.getByRole('heading', { name: 'Today' }).count()).toBe(0);
  await phone.clock.fastForward('01:01:00');
  await phone.getByRole('heading', { name: 'All quiet' }).waitFor();
  await showsUnread(phone, 0);
  expect(await violations(phone)).toEqual([]);
});
