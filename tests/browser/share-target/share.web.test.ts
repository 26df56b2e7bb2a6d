/** What another app shares becomes one draft, after a press, and a post that was begun stays. */
import { expect } from 'vitest';
import { waitForOfflineApp } from '../../support/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { field } from '../../support/post-form.ts';
import { draftStored, storedDrafts } from '../../support/stored-drafts.ts';
import { intoPost, nothingWaits, share, test, thumbCount } from './share-stage.ts';

test('photos and a text that are shared while a post is begun become a draft of their own, once', async ({
  open,
  people: { ana },
  files,
}) => {
  const { page } = await open(ana, { at: '/posts/create' });
  await waitForOfflineApp(page);
  await field(page).fill('Half a thought');
  await draftStored(page, 'Half a thought');
  await upToDate(page);

  await share(page, { texts: { title: 'Soup', text: '<img src=x onerror="alert(1)">', url: 'https://soup.test/' }, files });
  await thumbCount(page, 2);
  await page.getByText('Soup <img src=x onerror="alert(1)"> https://soup.test/').waitFor();
  await page.getByText('The post that you began stays').waitFor();
  // A press decides, not the arrival, and not a reload.
  await page.reload();
  await thumbCount(page, 2);
  expect(await storedDrafts(page)).toHaveLength(1);
  await intoPost(page).click();

  await page.waitForURL('**/posts/create');
  await thumbCount(page, 2);
  expect(await field(page).inputValue()).toBe('Soup\n<img src=x onerror="alert(1)">\nhttps://soup.test/');
  await page.reload();
  await thumbCount(page, 2);
  expect(await storedDrafts(page)).toHaveLength(2);
  await page.getByText('Half a thought').waitFor();
  await page.getByRole('button', { name: 'Use this text' }).click();
  await expect.poll(() => field(page).inputValue()).toBe('Half a thought');

  await page.goto('/share');
  await nothingWaits(page).waitFor();
  expect(await storedDrafts(page)).toHaveLength(2);
});
