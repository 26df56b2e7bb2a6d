/** Moving between pages: the focus, the bell and its way back. Going back leads to the previous page, as it was left. */
import { expect } from 'vitest';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { openAbout } from '../../support/settings-rows.ts';
import { heading, index, tabs, test } from './navigation-stage.ts';

test('each new page focuses its heading, and what the last one added to the bars ends with it; Back uses the history if the member came from its target, also after a reload, and else goes to that target', async ({
  open,
  people,
}) => {
  const { page } = await open(people.ana);
  await upToDate(page);
  const bar = page.getByRole('banner');
  const back = bar.getByRole('button', { name: 'Back' });
  for (const name of ['Friends', 'Groups', 'Settings', 'Posts']) {
    if (name === 'Posts') await back.click();
    else await tabs(page).getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await hasFocus(heading(page));
    await expect.poll(() => bar.getByRole('button', { name: 'Invite' }).count()).toBe(name === 'Friends' ? 1 : 0);
  }

  await page.goto('/settings');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  for (const name of ['Privacy Policy', 'Contact']) {
    await openAbout(page);
    await page.getByRole('dialog').getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await expect.poll(() => index(page)).toBe(1);
    await page.reload();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await back.click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await expect.poll(() => index(page)).toBe(0);
  }
  // From one of these pages to another: both lead back to the settings.
  await openAbout(page);
  await page.getByRole('dialog').getByRole('link', { name: 'Privacy Policy' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Security Guide' }).click();
  await page.getByRole('heading', { level: 1, name: 'Security Guide' }).waitFor();
  await back.click();
  await page.waitForURL('**/settings');
  // Opened from outside the app.
  await page.goto(`/posts/${people.ownPost}`);
  await back.click();
  await page.waitForURL('**/posts');
  const visits = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('navigationHistory') ?? 'null').visits);
  await expect.poll(async () => (await visits()).at(-1)).toMatchObject({ path: '/posts', at: expect.any(Number) });
  expect((await visits()).length).toBeLessThanOrEqual(50);
});
