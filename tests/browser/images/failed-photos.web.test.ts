/** A photo that the server refuses is one photo: the words and the other photos go on, and its author decides what becomes of it. */
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { card } from '../../support/on-screen.ts';
import { act, failedPhotos, openFromLine, sharePhotos, test } from './failed-photos-stage.ts';

test('[R-56] the third of six photos is refused: five arrive, Retry sends the sixth, and its description is kept', async ({
  open,
  people: { ana, ben },
  files,
  accept,
  onServer,
}) => {
  const { page } = await open(ana, { at: '/posts/create' });
  await sharePhotos(page, 'Six of them', files);
  const own = card(page, 'Six of them');
  await own.getByText('A photo was not sent').waitFor();
  await own.getByRole('button', { name: 'The third, not sent' }).waitFor();
  await expect.poll(onServer).toEqual({ stored: 5, missing: 1 });
  const { page: friend } = await open(ben);
  await expect.poll(() => card(friend, 'Six of them').locator('img[src^="blob:"]').count()).toBe(3);

  // It is in the outbox after a reload too, with its picture and its description.
  await page.reload();
  await openFromLine(page);
  await failedPhotos(page).locator('img[src^="blob:"]').waitFor();
  await failedPhotos(page).getByText('The third').waitFor();
  await failedPhotos(page).getByText('Not accepted: The picture that was sent has another shape').waitFor();
  expect(await violations(page)).toEqual([]);

  await accept();
  await act(page, 'Retry').press('Enter');
  await expect.poll(onServer).toEqual({ stored: 6, missing: 0 });
  await page.getByText('Everything is sent').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await own.getByText('A photo was not sent').waitFor({ state: 'detached' });
  await card(friend, 'Six of them').getByRole('button', { name: 'The third' }).locator('img[src^="blob:"]').waitFor();
});
