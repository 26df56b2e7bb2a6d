/** The page of a friend. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { about, friendName, friendRow, posts, test } from './friend-stage.ts';

test('it shows what the friend wrote, newest first, and a post that is opened leads back to it', async ({ open, circle, people }) => {
  const { ana, ben, carl } = people;
  await circle.post(ben, { content: 'Bread at eight' });
  await circle.post(carl, { content: 'Not by Ben' });
  await circle.post(ben, { content: 'For Carl alone', audience: 'specific', chosen: [carl] });
  await circle.post(ben, { content: 'Found a headlamp' });
  const { page } = await open(ana, { at: `/friends/${ben.id}` });
  await expect
    .poll(() => posts(page, ben).locator('article').allInnerTexts())
    .toEqual([expect.stringContaining('Found a headlamp'), expect.stringContaining('Bread at eight')]);
  await page.getByText('That is all that Ben has shared with you.').waitFor();
  await circle.post(ben, { content: 'And its owner' });
  await posts(page, ben).getByText('And its owner').waitFor();
  await posts(page, ben).getByText('Bread at eight').click();
  await page.waitForURL('**/posts/*');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL(`**/friends/${ben.id}`);
  await posts(page, ben).getByText('Bread at eight').waitFor();
});

test('it says so if there is nothing to see', async ({ open, people: { ana, carl } }) => {
  const { page } = await open(ana, { at: `/friends/${carl.id}` });
  await page.getByRole('heading', { name: 'Carl has not written anything that you can see yet.' }).waitFor();
});

test('it shows the friend, and how each of their friends relates to the viewer', async ({ open, people }) => {
  const { ana, ben, carl, dora, emil } = people;
  const { page } = await open(ana, { at: '/friends' });
  await page.getByRole('list', { name: 'My Friends' }).getByRole('link', { name: ben.name }).click();
  await friendName(page, ben).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/friends/${ben.id}`);
  const main = page.getByRole('main');
  await main.getByText('Slow reader,\nfast cyclist.').waitFor();
  await main.getByText('Porto').waitFor();
  await main.getByText(/^Friends since .*\d{4}/).waitFor();
  expect(await main.getByText(ben.email).count()).toBe(0);
  expect(await barriers(page, 'friend')).toEqual([]);
  await about(page, ben).click();
  expect(await barriers(page, 'friend, with details')).toEqual([]);
  const facts = main.locator('dl > div');
  await expect
    .poll(() => facts.allInnerTexts())
    .toEqual([expect.stringMatching(new RegExp(`^Email\\s+${ben.email}$`)), expect.stringMatching(/^Friends\s+4$/)]);
  await main.getByRole('list', { name: 'Interests' }).getByText('soup').waitFor();
  await friendRow(page, ana).getByText('You', { exact: true }).waitFor();
  await friendRow(page, carl).getByText('Already Friends').waitFor();
  for (const who of [dora, emil])
    await friendRow(page, who)
      .getByRole('button', { name: `Add Friend ${who.name}` })
      .waitFor();
  for (const who of [ana, carl])
    expect(
      await friendRow(page, who)
        .getByRole('button', { name: /Add Friend|Cancel/ })
        .count(),
    ).toBe(0);
});

test('on a wide screen the details are open beside the posts', async ({ open, circle, people: { ana, ben, carl } }) => {
  await circle.post(ben, { content: 'Bread at eight' });
  const { page } = await open(ana, { at: `/friends/${ben.id}`, viewport: DESKTOP });
  for (const width of [1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const facts = await page.getByRole('region', { name: 'About Ben' }).boundingBox();
    const written = await posts(page, ben).boundingBox();
    if (!facts || !written) throw new Error('the details or the posts are not on the screen');
    expect(facts.x + facts.width).toBeLessThanOrEqual(written.x);
    expect(written.width).toBeGreaterThanOrEqual(380);
    expect(written.x + written.width).toBeLessThanOrEqual(width);
  }
  await friendRow(page, carl).getByText('Already Friends').waitFor();
  expect(await barriers(page, 'friend on a wide screen')).toEqual([]);
});
