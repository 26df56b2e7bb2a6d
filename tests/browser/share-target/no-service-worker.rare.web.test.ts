/** A share that comes while the service worker is gone, or not there yet. */
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { upToDate } from '../../support/on-screen.ts';
import { share, test as shareTest } from './share-stage.ts';

const test = shareTest.extend('serviceWorkers', () => 'block' as const);

test('without the service worker the server says what to do, signed in or not', async ({ open, people: { ana }, files }) => {
  const { page } = await open(ana);
  await upToDate(page);
  await share(page, { texts: { text: 'Soup' }, files });
  await page.getByRole('heading', { name: 'Nothing was kept' }).waitFor();
  await page.getByText('please share it again').waitFor();
  expect(await violations(page)).toEqual([]);
  const { page: visitor } = await open(null, { at: '/' });
  await share(visitor, { texts: { text: 'Soup' }, files });
  await visitor.getByText('Sign in, then share it again').waitFor();
});
