/** The page of a link, opened by somebody who is a member already: it reads, asks, and sends nothing before a press. */
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { ask, notNow, pageElsewhere, question, test } from './link-consent-stage.ts';

test('a page elsewhere leads a member to a link: its maker learns nothing before the member presses', async ({
  open,
  server,
  eve,
  otto,
  linkOf,
  asking,
}) => {
  const { path } = await linkOf(eve);
  const { page } = await open(otto);
  await upToDate(page);
  await page.goto(await pageElsewhere(`${server.url}${path}`));
  await question(page).waitFor();
  await hasFocus(question(page));
  await page.getByText('They will see your name and address.').waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await asking(eve)).toEqual([]);
  await notNow(page).click();
  await page.waitForURL('**/posts');
  expect(await asking(eve)).toEqual([]);
  expect((await eve.client.get('/api/friends/invite-links')).body.data.items).toMatchObject([{ used: 0 }]);

  // The same link, opened because the member wants to.
  await page.goto(path);
  await hasFocus(question(page));
  await page.keyboard.press('Tab');
  await hasFocus(ask(page));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Eve Moss knows that you are here' }).waitFor();
  expect(await asking(eve)).toEqual(['Otto Berg']);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/posts');
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: 'Eve Moss knows that you are here' }).waitFor();
});
