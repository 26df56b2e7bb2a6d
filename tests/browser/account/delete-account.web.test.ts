/** Deleting an account: afterwards nothing of it is left here, in other tabs, on other devices and with friends. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { test } from '../../support/fixtures/browser.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { answerWithPassword, letPresencePass } from '../../support/presence.ts';

/** Everything in this device's IndexedDB as text: rows, remains of rows, and the engine's own bookkeeping. */
const storedText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const texts: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames)
        texts.push(JSON.stringify(await done(database.transaction(store).objectStore(store).getAll())));
      database.close();
    }
    return texts.join('\n');
  });

const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.includes('kith')).length);

test('an account is deleted by keyboard, with a word and the password, everywhere', async ({ open, circle, server }) => {
  const [ana, ben] = [await circle.signUp('Anabel Quill'), await circle.signUp('Ben Okri')];
  await circle.befriend(ana, ben);
  const group = await circle.group(ana, ben);
  await circle.post(ana, { content: 'Marzipan in the attic' });
  await circle.comment(ana, await circle.post(ben, { content: 'Anybody there?' }), 'Heliotrope said so');
  await circle.message(ana, group, 'Palimpsest at noon');
  const bens = await open(ben, { viewport: DESKTOP });
  await bens.page.getByText('Marzipan in the attic').waitFor();
  const anasTexts = ['Marzipan in the attic', 'Heliotrope said so', 'Palimpsest at noon', 'Anabel Quill', ana.email];
  for (const text of anasTexts) await expect.poll(async () => (await storedText(bens.page)).includes(text)).toBe(true);
  const elsewhere = await open(ana, { viewport: DESKTOP });
  await upToDate(elsewhere.page);
  const { page, newTab } = await open(ana, { at: '/settings' });
  await upToDate(page);
  const second = await newTab();
  await second.goto('/friends');
  await second.getByRole('heading', { name: 'Friends', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Delete account' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Delete account' });
  const word = sheet.getByLabel('Type DELETE to confirm');
  await hasFocus(word);
  const confirm = sheet.getByRole('button', { name: 'Delete account' });
  for (const wrong of ['', 'delete', 'DELETE ']) {
    await word.fill(wrong);
    expect(await confirm.isDisabled()).toBe(true);
  }
  await word.fill('DELETE');
  await letPresencePass(server, ana);
  await word.press('Enter');
  await answerWithPassword(page, ana.password);
  const goodbye = 'Your account was deleted, with everything in it.';
  await page.getByText(goodbye).waitFor();
  expect(await violations(page)).toEqual([]);
  await second.waitForURL('**/auth');
  await elsewhere.page.getByText(goodbye).waitFor();
  for (const one of [page, elsewhere.page]) await expect.poll(() => databases(one)).toBe(0);

  await bens.page.getByText('Marzipan in the attic').waitFor({ state: 'detached' });
  await expect
    .poll(async () => {
      const held = await storedText(bens.page);
      return anasTexts.filter((text) => held.includes(text));
    })
    .toEqual([]);
  expect(await circle.roles(group)).toEqual({ 'Ben Okri': 'owner' });
});
