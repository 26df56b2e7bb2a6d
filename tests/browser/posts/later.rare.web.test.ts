/** What the server puts off because it was changed too often: it is not refused, and the page says that it will be sent later. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { rareActsPerHour } from '../../../schemas/base/rare-acts.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { inSync } from '../../support/on-screen.ts';
import { chooseAudience, field, submit } from '../../support/post-form.ts';
import type { AppOptions } from '../../support/start-app.ts';

const test = browserTest.extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env: { RATE_LIMITS: '1' } }));

test('a post whose audience was changed too often says that the change will be sent later', async ({ open, circle, server }) => {
  const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri')];
  await circle.befriend(ana, ben);
  const post = await circle.post(ana, { content: 'Soup at seven', audience: 'friends' });
  for (let n = 1; n <= rareActsPerHour.audience; n += 1) {
    const row = await circle.visibleRow(ana, 'posts', post);
    const visibility_type = n % 2 ? 'private' : 'friends';
    await circle.done(ana, 'posts', { ...row, id: post, write_id: uuid(), visibility_type }, [row?.write_id ?? '']);
  }
  const { page } = await open(ana, { at: `/posts/${post}/edit` });
  await field(page).waitFor();
  await chooseAudience(page, 'Only me');
  await submit(page).click();
  // It goes after five seconds.
  await page.getByText('Changes saved. Will be sent later, because you changed a lot in a short time.').waitFor();
  await page.waitForURL(/\/posts\/[0-9a-f-]+$/);
  await inSync(page, 'live').waitFor();
  expect(await page.getByText('was not accepted').count()).toBe(0);

  await page.goto(`/posts/${post}?outbox`);
  await page.getByText('Will be sent later, because you changed a lot in a short time', { exact: true }).waitFor();
  expect((await circle.visibleRow(ben, 'posts', post))?.visibility_type).toBe('friends');
  await server.sql`delete from rate_limits`;
  await page.getByRole('button', { name: 'Retry all' }).click();
  await expect.poll(() => circle.visibleRow(ben, 'posts', post)).toBeUndefined();
  await page.getByText('Everything is sent').waitFor();
});
