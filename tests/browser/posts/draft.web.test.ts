/**
 * The draft of a new post: nothing typed or chosen is lost, however the form is left, and whatever happens on the device or the server
 * in between.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { audienceIs, audienceLine, choosePeople, field, newPost, someone } from '../../support/post-form.ts';
import { draftStored } from '../../support/stored-drafts.ts';
import { test } from './draft-stage.ts';

test('a draft comes back with text, audience and people after Back, a reload and a crash', async ({ open, people: { ana, ben, cleo } }) => {
  const { page: phone, newTab } = await open(ana);
  const expectRestored = async (page: Page) => {
    await page.getByText('Draft restored').waitFor();
    await expect.poll(() => field(page).inputValue()).toBe('Half a thought');
    await expect.poll(() => someone(page, cleo).isChecked()).toBe(true);
    await audienceLine(page).getByText('Cleo', { exact: true }).waitFor();
    expect(await someone(page, ben).isChecked()).toBe(false);
  };
  await newPost(phone);
  await field(phone).fill('Half a thought');
  await choosePeople(phone, cleo);
  await phone
    .getByRole('banner')
    .getByRole('button', { name: /^(Back|Cancel)$/ })
    .click();
  await phone.waitForURL('**/posts');
  await newPost(phone);
  await expectRestored(phone);
  expect(await violations(phone)).toEqual([]);
  await phone.reload();
  await expectRestored(phone);

  const doomed = await newTab();
  await doomed.goto('/posts/create');
  await expectRestored(doomed);
  await field(doomed).fill('Half a thought, and then');
  await draftStored(doomed, 'Half a thought, and then');
  const session = await doomed.context().newCDPSession(doomed);
  const crashed = doomed.waitForEvent('crash');
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await doomed.close();
  await phone.reload();
  await expect.poll(() => field(phone).inputValue()).toBe('Half a thought, and then');
  await expect.poll(() => someone(phone, cleo).isChecked()).toBe(true);
  await phone.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => field(phone).inputValue()).toBe('');
  await expect.poll(() => audienceIs(phone, 'Friends')).toBe(true);
});
