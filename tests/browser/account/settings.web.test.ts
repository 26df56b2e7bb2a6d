/** Settings begin with the person: what members say about themselves, changed in place. */
import { expect } from 'vitest';
import { DESKTOP, waitForOfflineApp } from '../../support/browser.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { row, save, test } from './settings-stage.ts';

test('profile fields are changed in place, by keyboard and also without a network, and shown to friends', async ({
  open,
  people: { ana, ben },
  faultProxy: network,
}) => {
  const { page } = await open(ana, { at: '/settings', url: network.url });
  await upToDate(page);
  await row(page, 'Name: Ana Ribeiro, change').press('Enter');
  const name = page.getByLabel('Name', { exact: true });
  await hasFocus(name);
  await name.fill(' ');
  await name.press('Enter');
  await page.getByText('Please enter a name').waitFor();
  await name.fill('Ana R.');
  await name.press('Enter');
  await hasFocus(row(page, 'Name: Ana R., change'));

  await waitForOfflineApp(page);
  network.cut();
  await row(page, 'A line about you, add').click();
  await page.getByLabel('A line about you').fill('Slow mornings.');
  await save(page);
  await row(page, 'A line about you: Slow mornings., change').waitFor();
  await row(page, 'New interest').click();
  const interest = page.getByLabel('New interest', { exact: true });
  for (const word of ['Choir', 'Soup', 'choir']) {
    await interest.fill(word);
    await interest.press('Enter');
    await expect.poll(() => interest.inputValue()).toBe('');
  }
  await interest.press('Escape');
  await hasFocus(row(page, 'New interest'));
  // Only its cross removes an interest, and that can be undone.
  const words = page.getByRole('list', { name: 'Interests' }).getByRole('listitem');
  await page.getByText('Choir', { exact: true }).click();
  await row(page, 'Remove Choir').click();
  await expect.poll(() => words.allTextContents()).toEqual(['Soup', 'Add']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => words.allTextContents()).toEqual(['Choir', 'Soup', 'Add']);
  await row(page, 'Remove Choir').click();
  await row(page, 'Remove Choir').waitFor({ state: 'detached' });

  network.heal();
  await upToDate(page);
  const { page: bens } = await open(ben, { at: `/friends/${ana.id}`, viewport: DESKTOP });
  await bens.getByRole('heading', { name: 'Ana R.' }).waitFor();
  for (const shown of ['Slow mornings.', 'Soup']) await bens.getByText(shown, { exact: true }).waitFor();
  expect(await bens.getByText('Choir').count()).toBe(0);
});
