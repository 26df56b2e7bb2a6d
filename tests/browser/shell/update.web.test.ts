/** How a device gets the next version of the app. */
import { expect } from 'vitest';
import { waitForOfflineApp } from '../../support/browser.ts';
import { card, upToDate } from '../../support/on-screen.ts';
import { sharePost } from '../../support/post-form.ts';
import { deploy, lookForUpdate, offer, reachesVersion, take, test } from './update-stage.ts';

test('taking a new version in one tab applies to all, and loses neither a pending write nor freshly typed text', async ({
  open,
  app,
  ana,
  faultProxy: network,
}) => {
  const { page, newTab } = await open(ana, { url: network.url });
  await waitForOfflineApp(page);
  const second = await newTab();
  const tabs = [page, second];
  await second.goto('/posts/create');
  await deploy(app, 'taken');
  await lookForUpdate(second);
  for (const tab of tabs) await offer(tab).waitFor();
  network.cut();
  await page.goto('/posts/create');
  await sharePost(page, 'Written without a network');
  // Coming here loaded the page anew, and the offer with it.
  await offer(page).waitFor();
  await second.getByLabel('What would you like to share?').fill('Half a thought');
  await take(page);
  for (const tab of tabs) await reachesVersion(tab, 'taken');
  await expect.poll(() => second.getByLabel('What would you like to share?').inputValue()).toBe('Half a thought');
  await card(page, 'Written without a network').waitFor();
  for (const tab of tabs) expect(await offer(tab).count()).toBe(0);
  network.heal();
  await upToDate(page);
  const { body } = await ana.client.get('/api/posts');
  expect(body.data.items.map(({ content }: { content: string }) => content)).toEqual(['Written without a network']);
});
