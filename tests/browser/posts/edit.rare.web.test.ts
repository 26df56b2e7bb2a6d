/** A post that is edited in two tabs. */
import { expect } from 'vitest';
import { cutSync, healSync } from '../../support/on-screen.ts';
import { field, submit } from '../../support/post-form.ts';
import { saved, test } from './edit-stage.ts';

test('in two tabs: the later one is warned about what it would replace; an edit that came too late is redone from its own text', async ({
  open,
  circle,
  people: { ana, ben },
}) => {
  const post = await circle.post(ana, { content: 'Words to change' });
  const contentForBen = async () => (await circle.visibleRow(ben, 'posts', post))?.content;
  const { page: phone, newTab } = await open(ana, { at: `/posts/${post}/edit` });
  await field(phone).waitFor();
  const second = await newTab();
  await second.goto(`/posts/${post}/edit`);
  await field(second).fill('Words of the second tab');
  await phone.bringToFront();
  // The form that nobody has touched follows the other. Text that came while this one is typed would stay beside it.
  await expect.poll(() => field(phone).inputValue()).toBe('Words of the second tab');
  await field(phone).fill('Words of the first tab');
  await submit(phone).click();
  await saved(phone);
  await phone.getByRole('article').getByText('Words of the first tab').waitFor();
  await second.bringToFront();
  await second.getByText('This post has changed since you started.').waitFor();
  expect(await field(second).inputValue()).toBe('Words of the second tab');
  await submit(second).click();
  await second.waitForURL(`**/posts/${post}`);
  await phone.getByText('Words of the second tab').waitFor();
  await expect.poll(contentForBen).toBe('Words of the second tab');
  await second.close();

  await cutSync(phone);
  // Loads the page anew: an open stream would still deliver what the other device writes.
  await phone.goto(`/posts/${post}/edit`);
  await field(phone).fill('Words of the phone');
  await submit(phone).click();
  await saved(phone);
  await phone.getByText('Words of the phone').waitFor();
  const elsewhere = await ana.client.put(`/api/posts/${post}`, { content: 'Words from elsewhere', visibility_type: 'friends' });
  expect(elsewhere.status).toBe(200);
  await healSync(phone);
  await phone.getByText('Your post was not accepted').waitFor();
  await phone.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.poll(() => field(phone).inputValue()).toBe('Words of the phone');
  await submit(phone).click();
  await phone.waitForURL(`**/posts/${post}`);
  await expect.poll(contentForBen).toBe('Words of the phone');
  await expect.poll(() => phone.getByText('Your post was not accepted').count()).toBe(0);
});
