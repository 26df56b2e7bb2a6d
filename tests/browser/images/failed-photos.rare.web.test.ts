/** What else becomes of a photo that the server refused. */
import { expect } from 'vitest';
import { waitForOfflineApp } from '../../support/browser.ts';
import { card, noticeNetwork, upToDate } from '../../support/on-screen.ts';
import { photoFile } from '../../support/photo-files.ts';
import { act, failedPhotos, openFromLine, sharePhotos, test } from './failed-photos-stage.ts';

test('[R-56] another photo takes its place, without a network too, and has its description', async ({
  open,
  faultProxy: network,
  people: { ana, ben },
  files,
  accept,
  onServer,
}) => {
  const { page } = await open(ana, { url: network.url, at: '/posts/create' });
  await sharePhotos(page, 'Three of them', files.slice(0, 3));
  await expect.poll(onServer).toEqual({ stored: 2, missing: 1 });
  await waitForOfflineApp(page);
  network.cut();
  await page.reload();
  await openFromLine(page);
  const chooser = page.waitForEvent('filechooser');
  await act(page, 'Replace').click();
  await (await chooser).setFiles(await photoFile('other.jpg', 700, 700, 'crimson'));
  await failedPhotos(page).waitFor({ state: 'detached' });
  await page.getByRole('dialog').getByText('3 photos').waitFor();
  // The server still refuses photos of the other size.
  network.heal();
  await noticeNetwork(page);
  await expect.poll(onServer).toEqual({ stored: 3, missing: 0 });
  await page.getByText('Everything is sent').waitFor();
  const { page: friend } = await open(ben);
  await card(friend, 'Three of them').getByRole('button', { name: 'The third' }).locator('img[src^="blob:"]').waitFor();
  await accept();
});

test('[R-56] it is removed alone; where nothing would be left, the question is whether all of it goes', async ({
  open,
  people: { ana },
  files,
  accept,
  onServer,
}) => {
  const { page } = await open(ana, { at: '/posts/create' });
  await sharePhotos(page, 'Three of them', files.slice(0, 3));
  await expect.poll(onServer).toEqual({ stored: 2, missing: 1 });
  await openFromLine(page);
  // Both tabs show it, and both know when it is gone.
  const other = await page.context().newPage();
  await other.goto('/posts?outbox');
  await failedPhotos(other).waitFor();
  await act(page, 'Remove').click();
  await page.getByText('Everything is sent').waitFor();
  await other.getByText('Everything is sent').waitFor();
  await other.close();
  await expect.poll(onServer).toEqual({ stored: 2, missing: 0 });
  await page.getByRole('button', { name: 'Close' }).click();
  await card(page, 'Three of them').getByRole('list', { name: '2 photos' }).waitFor();

  await page.goto('/posts/create');
  await sharePhotos(page, '', files.slice(2, 3));
  await page.getByRole('button', { name: 'Photo, not sent' }).waitFor();
  await openFromLine(page);
  await act(page, 'Remove').click();
  const question = page.getByRole('alertdialog');
  await question.getByText('This photo is all that your post has').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await failedPhotos(page).waitFor();
  await act(page, 'Remove').click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Everything is sent').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Photo(, not sent)?$/ }).waitFor({ state: 'detached' });
  await accept();
});

test('[R-56] [R-64] a message says it in its bubble, and signing out asks with the count from the store', async ({
  open,
  circle,
  people: { ana, ben },
  files,
  accept,
  onServer,
}) => {
  const group = await circle.group(ana, ben);
  const { page } = await open(ana, { at: `/groups/${group}` });
  await page.locator('input[type=file]').setInputFiles(files.slice(1, 3));
  await expect.poll(() => page.getByRole('list', { name: '2 photos' }).locator('img[src^="blob:"]').count()).toBe(2);
  await page.getByRole('button', { name: 'Send' }).click();
  const messages = page.getByRole('list', { name: 'Messages' });
  await messages.getByText('A photo was not sent').waitFor();
  await expect.poll(onServer).toEqual({ stored: 1, missing: 1 });
  // The chat says it in its place alone.
  expect(await page.getByText('A photo was not sent').count()).toBe(1);
  await page.goto('/settings');
  await upToDate(page);
  await page.getByRole('alert').getByText('A photo was not sent').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('one photo that was not sent').waitFor();
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await page.goto(`/groups/${group}`);
  await openFromLine(page);
  await accept();
  await act(page, 'Retry').click();
  await expect.poll(onServer).toEqual({ stored: 2, missing: 0 });
});
