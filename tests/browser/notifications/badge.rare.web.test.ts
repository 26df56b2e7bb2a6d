/** The count on the icon, which a push may have written, and which a page writes only once it knows better. */
import { expect } from 'vitest';
import { PAGE_WITHOUT_APP } from '../../support/browser.ts';
import { showsUnread, test, watchAppBadge } from '../../support/fixtures/notifications.ts';
import { setVisible } from '../../support/on-screen.ts';
import { holdTable } from '../../support/stored-rows.ts';

type Recorded = { badges: number[] };

test('[R-81] a start writes no number before its store has answered, however slow that is; a page that is hidden or shown writes it again', async ({
  phone,
  people: { ben },
  post,
  circle,
}) => {
  await circle.comment(ben, post, 'Salt?');
  await showsUnread(phone, 1);
  const context = phone.context();
  await context.addInitScript(() => {
    const recorded: number[] = [];
    Object.assign(globalThis, { badges: recorded });
    navigator.setAppBadge = async (count = 0) => void recorded.push(count);
    navigator.clearAppBadge = async () => void recorded.push(0);
  });
  await watchAppBadge(context);
  const bare = await context.newPage();
  await bare.goto(PAGE_WITHOUT_APP);
  await phone.close();
  const release = await holdTable(bare, 'notifications');
  const cold = await context.newPage();
  await cold.goto('/groups');
  await cold.locator('#root > *').first().waitFor({ state: 'attached' });
  await setVisible(cold, false);
  await setVisible(cold, true);
  const badges = () => cold.evaluate(() => (globalThis as unknown as Recorded).badges);
  expect(await badges()).toEqual([]);
  await release();
  await showsUnread(cold, 1);
  // What a push has put there is not taken away for a moment.
  expect(await badges()).not.toContain(0);
  const before = (await badges()).length;
  await setVisible(cold, false);
  expect((await badges()).slice(before)).toEqual([1]);
  await setVisible(cold, true);
  expect((await badges()).slice(before)).toEqual([1, 1]);
});
