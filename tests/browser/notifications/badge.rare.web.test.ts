/** The count on the icon, which a push may have written, and which a page writes only once it knows better. */
import { expect } from 'vitest';
import { showsUnread, test, watchAppBadge } from '../../support/fixtures/notifications.ts';
import { setVisible } from '../../support/on-screen.ts';

type Recorded = { badges: number[] };

test('[R-81] a start writes no number before its store has answered; a page that is hidden or shown writes it again', async ({
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
  const cold = await context.newPage();
  await phone.close();
  await cold.goto('/groups');
  await showsUnread(cold, 1);
  const badges = () => cold.evaluate(() => (globalThis as unknown as Recorded).badges);
  // What a push has put there is not taken away for a moment.
  expect(await badges()).not.toContain(0);
  const before = (await badges()).length;
  await setVisible(cold, false);
  expect((await badges()).slice(before)).toEqual([1]);
  await setVisible(cold, true);
  expect((await badges()).slice(before)).toEqual([1, 1]);
});
