/** Shares that come when nobody is signed in, when one waits already, from another site, or to a full disk. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { PAGE_WITHOUT_APP, waitForOfflineApp } from '../../support/browser.ts';
import { limitDiskSpace } from '../../support/disk-space.ts';
import { upToDate } from '../../support/on-screen.ts';
import { sendSignIn, signIn } from '../../support/people.ts';
import { photoFile } from '../../support/photo-files.ts';
import { field } from '../../support/post-form.ts';
import { storedDrafts } from '../../support/stored-drafts.ts';
import { expectClean } from '../shell/accessibility-stage.ts';
import { intoPost, nothingWaits, share, test, thumbCount } from './share-stage.ts';

const shareDatabases = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => (await indexedDB.databases()).flatMap(({ name = '' }) => (name.endsWith('share') ? [name] : [])));

test('[R-66] what is shared while nobody is signed in waits, and the member who signs in is asked', async ({
  open,
  people: { ana, ben },
  files,
}) => {
  const { page } = await open(null, { at: '/auth' });
  await waitForOfflineApp(page);
  await share(page, { texts: { text: 'For later' }, files });
  await page.getByText('Sign in to see what was shared').waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await shareDatabases(page)).toEqual(['kith-share']);
  await sendSignIn(page, ana);
  await page.waitForURL('**/share');
  await thumbCount(page, 2);
  // Ana leaves it, and signs out. It was never hers.
  await page.goto('/settings');
  await page.getByText('Something that was shared with Kith waits for you.').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/auth');

  await signIn(page, ben);
  await page.waitForURL('**/posts');
  await page.getByRole('button', { name: 'See it' }).click();
  await page.getByText('For later').waitFor();
  await upToDate(page);
  expect(await storedDrafts(page)).toEqual([]);
  await intoPost(page).click();
  await page.waitForURL('**/posts/create');
  await thumbCount(page, 2);
  expect(await field(page).inputValue()).toBe('For later');
});

test('what is shared while a member is signed in is asked about before they sign out, and goes with their data', async ({
  open,
  people: { ana, ben },
}) => {
  const { page } = await open(ana);
  await upToDate(page);
  await waitForOfflineApp(page);
  // A page that finds its member signed in says so to the service worker a moment after its start.
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'kith-member'))).toBe(true);
  await share(page, { texts: { text: 'Mine' } });
  await page.getByText('Mine').waitFor();
  expect(await shareDatabases(page)).toEqual([expect.stringContaining(ana.id)]);
  await page.goto('/settings');
  await upToDate(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('one thing that another app shared').waitFor();
  await page.getByRole('button', { name: 'Sign out and erase' }).click();
  await page.waitForURL('**/auth');
  await expect.poll(() => shareDatabases(page)).toEqual([]);
  await signIn(page, ben);
  await page.waitForURL('**/posts');
  await page.goto('/share');
  await nothingWaits(page).waitFor();
});

test('a later share replaces one that waits only if its member says so', async ({ open, people: { ana }, files }) => {
  const { page } = await open(ana);
  await upToDate(page);
  await waitForOfflineApp(page);
  await share(page, { texts: { text: 'The first' } });
  await page.getByText('The first').waitFor();
  await share(page, { texts: { text: 'The second' }, files });
  await page.getByText('Only one can wait').waitFor();
  await thumbCount(page, 2);
  await expectClean(page, 'two shares');
  await share(page, { texts: { text: 'The third' } });
  await page.getByText('the last one was not kept').waitFor();
  await page.getByText('The first').waitFor();
  await page.getByRole('button', { name: 'Keep the earlier' }).click();
  await page.getByText('The second').waitFor({ state: 'detached' });
  await page.getByText('The first').waitFor();
  await share(page, { texts: { text: 'The fourth' } });
  await page.getByRole('button', { name: 'Keep the last' }).click();
  await page.getByText('The first').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Discard/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Discard' })
    .or(page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }))
    .click();
  await page.waitForURL('**/posts');
  await page.goto('/share');
  await nothingWaits(page).waitFor();
  expect(await storedDrafts(page)).toEqual([]);
});

test('into a chat; what is no photo and what does not fit is said', async ({ open, circle, people: { ana, ben } }) => {
  await circle.befriend(ana, ben);
  const group = await circle.group(ana, ben);
  const { page } = await open(ana);
  await upToDate(page);
  await waitForOfflineApp(page);
  const small = await photoFile('sea.jpg', 80, 60, 'gold');
  const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]) };
  await share(page, { files: [broken, ...Array.from({ length: 5 }, () => small), { ...small, name: 'seventh.jpg' }] });
  await thumbCount(page, 5);
  await page.getByText('broken.jpg: This browser cannot read this photo').waitFor();
  await page.getByText('Left out: seventh.jpg').waitFor();
  await expectClean(page, 'share');
  await page.getByRole('list', { name: 'Or into a chat' }).getByRole('button').first().click();
  await page.waitForURL(`**/groups/${group}`);
  await thumbCount(page, 5);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => storedDrafts(page)).toEqual([]);
});

test('two windows that use the same share make one draft of it', async ({ open, people: { ana } }) => {
  const { page, newTab } = await open(ana);
  await upToDate(page);
  await waitForOfflineApp(page);
  await share(page, { texts: { text: 'Only once' } });
  const second = await newTab();
  await second.goto('/share');
  await Promise.all([page, second].map((one) => one.getByText('Only once').waitFor()));
  await intoPost(page).click();
  await page.waitForURL('**/posts/create');
  await intoPost(second).click();
  await nothingWaits(second).waitFor();
  expect(await storedDrafts(page)).toHaveLength(1);
});

test('[R-66] another site shares nothing', async ({ open, app, people: { ana } }) => {
  const elsewhere = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>Elsewhere')).listen(
    0,
    '127.0.0.1',
  );
  try {
    const { page } = await open(ana);
    await upToDate(page);
    await waitForOfflineApp(page);
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    await share(page, { texts: { text: 'Buy this' } }, `${app.url}/share`);
    await page.getByText('Another website tried to share something').waitFor();
    expect(await shareDatabases(page)).toEqual([]);
  } finally {
    elsewhere.close();
  }
});

test('a full disk is said, and nothing is kept', async ({ open, app, people: { ana }, files }) => {
  const { page } = await open(ana, { at: PAGE_WITHOUT_APP });
  const disk = await limitDiskSpace(page, app.url);
  await page.goto('/posts');
  await upToDate(page);
  await waitForOfflineApp(page);
  await disk.takeAway();
  await share(page, { texts: { text: 'Too much' }, files });
  await page.getByText('There is no room left on this device').first().waitFor();
});
