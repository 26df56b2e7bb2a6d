/** One place lists what has not reached the server. */
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { card, comment, inSync, upToDate } from '../../support/on-screen.ts';
import { writePost } from '../../support/post-form.ts';
import { discard, entry, openOutbox, outbox, test } from './outbox-stage.ts';

test('what was written without a network is listed in order; what is discarded is never sent, the rest once each', async ({
  page,
  people,
  faultProxy: network,
  goOffline,
  readByAna,
  sent,
}) => {
  await readByAna();
  await goOffline();
  await page.goto(`/posts/${people.post}`);
  await comment(page, 'Said in a tunnel');
  await writePost(page, 'Kept for later');
  await writePost(page, 'Better not');
  await page.goto('/posts');
  await openOutbox(page, 'offline');
  await entry(page, 'Kept for later').waitFor();
  const titles = outbox(page).locator('[data-state] > p:first-child');
  await expect.poll(() => titles.allTextContents()).toEqual(['Comment on “Say something”', 'Post', 'Post']);
  await entry(page, 'Said in a tunnel').getByText('Waiting to be sent').waitFor();
  await outbox(page).getByText('You are offline. What is waiting is sent by itself when you are back.').waitFor();
  expect(await violations(page)).toEqual([]);
  await discard(page, 'Better not');
  await expect.poll(() => card(page, 'Better not').count()).toBe(0);

  // Back on the network, the outbox empties itself while it is open.
  network.heal();
  const everything = outbox(page).getByText('Everything is sent');
  // It may also do so before the button is pressed.
  await Promise.any([outbox(page).getByRole('button', { name: 'Retry all' }).click(), everything.waitFor()]);
  await everything.waitFor();
  expect(await sent()).toEqual({ 'Kept for later': 1, 'Said in a tunnel': 1 });
});

test('what was only read is sent without being counted; what was written is', async ({ page, server, circle, people: { ben } }) => {
  const post = await circle.post(ben, { content: 'Bring a bowl' });
  await card(page, 'Bring a bowl').waitFor();
  const held: (() => void)[] = [];
  let holds = true;
  await page.context().route('**/api/sync/push', async (route) => {
    if (holds) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto(`/posts/${post}`);
  await expect.poll(() => held.length).toBe(1);
  await inSync(page, 'syncing').waitFor();
  expect(await page.getByText(/^Sending/).count()).toBe(0);
  await comment(page, 'And a spoon');
  await page.getByText('Sending 1', { exact: true }).waitFor();
  holds = false;
  for (const go of held) go();
  await expect
    .poll(async () => (await server.sql`select is_read from notifications where related_post_id = ${post}`)[0]?.is_read)
    .toBe(true);
  await upToDate(page);
});
