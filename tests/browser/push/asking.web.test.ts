/** The question about notices, above the feed: after the first friend, never moving what is read, and once. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { frames, upToDate } from '../../support/on-screen.ts';
import { shifted } from '../../support/shifted.ts';
import { askedByCard, button, openNotices, sheet, test } from './push-stage.ts';

test('with a friend the feed asks once, when the page is shown again; the card is in sight, and what is declined stays so', async ({
  phone,
  circle,
  people: { mira },
}) => {
  await circle.post(mira, { content: 'Soup at seven' });
  const { page, push, complaints } = await phone({ at: '/posts' });
  const before = await shifted(page, 'main');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const card = page.getByRole('region', { name: 'Notices' });
  // Nothing moves while it is read.
  await frames(page, 30);
  expect(await card.count()).toBe(0);
  expect((await shifted(page, 'main')) - before).toBeLessThanOrEqual(0.02);
  await askedByCard(page);
  await card.getByText('Tell me when Mira writes').waitFor();
  const box = await card.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(844 - 64);
  expect(push.asked).toEqual([]);
  expect(await barriers(page, 'the feed asks for notices')).toEqual([]);
  await card.getByRole('button', { name: 'Not now' }).click();
  await card.waitFor({ state: 'detached' });
  await page.goto('/settings');
  await upToDate(page);
  await openNotices(page, 'Off');
  expect(await barriers(page, 'notices, off')).toEqual([]);
  await button(page, 'Turn on').click();
  await sheet(page).getByText('On. Nothing has arrived yet').waitFor();
  await sheet(page).getByRole('button', { name: 'More', exact: true }).click();
  await sheet(page)
    .getByRole('button', { name: /^A mail instead/ })
    .click();
  expect(await barriers(page, 'notices, on')).toEqual([]);
  await sheet(page).getByRole('checkbox', { name: 'Posts of friends' }).uncheck();
  await sheet(page).getByRole('radio', { name: 'Never' }).check();
  await upToDate(page);
  expect(complaints).toEqual([]);
});
