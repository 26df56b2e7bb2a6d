/** What works under the content security policy: dialogs that keep the page still, and the mailbox of a server. */
import { expect } from 'vitest';
import { test } from './content-policy-stage.ts';

test('a dialog stops the page behind it from scrolling, and releases it again', async ({ open, circle, ana }) => {
  const post = await circle.post(ana, { content: 'One to be kept' });
  const { page } = await open(ana, { at: `/posts/${post}` });
  await page.getByText('One to be kept').waitFor();
  const overflow = () => page.evaluate(() => getComputedStyle(document.body).overflow);
  const before = await overflow();
  expect(before).not.toBe('hidden');
  for (let time = 0; time < 2; time += 1) {
    await page.getByRole('banner').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expect.poll(overflow).toBe('hidden');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await expect.poll(overflow).toBe(before);
  }
});

test('the mailbox of a server without SMTP is shown as it is meant to be', async ({ open, ana }) => {
  const { page } = await open(null, { at: '/dev/mail' });
  await page.getByRole('heading', { name: 'Mailbox' }).waitFor();
  expect(ana.id).not.toBe('');
  expect(await page.evaluate(() => getComputedStyle(document.body).maxWidth)).toBe('640px');
});
