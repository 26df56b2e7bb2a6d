/** A draft in two tabs, and to people who are out of reach. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { card, cutSync, healSync, upToDate } from '../../support/on-screen.ts';
import {
  chooseAudience,
  choosePeople,
  field,
  NOT_REACHABLE,
  newPost,
  outOfReach,
  postsWith,
  publish,
  someone,
  submit,
  visiblePostWith,
} from '../../support/post-form.ts';
import { draftStored } from '../../support/stored-drafts.ts';
import { test } from './draft-stage.ts';

/**
 * From the next load on: once the page asks for drafts, none of this browser's drafts are read or written until the returned function is
 * called.
 */
async function holdDrafts(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript((table) => {
    const { transaction } = IDBDatabase.prototype;
    let held = true;
    let begun = false;
    addEventListener('release', () => {
      held = false;
    });
    IDBDatabase.prototype.transaction = function (tables, ...more) {
      if (!begun && [tables].flat().join() === table) {
        begun = true;
        const docs = transaction.call(this, table, 'readwrite').objectStore(table);
        // A transaction stays open as long as requests are made on it.
        const ask = () => {
          if (held) docs.count().onsuccess = ask;
        };
        ask();
      }
      return transaction.call(this, tables, ...more);
    };
  }, 'drafts');
  return () => page.evaluate(() => void dispatchEvent(new Event('release')));
}

test('with two tabs open the draft is not replaced by a press before it is found, and sending it from both makes one post', async ({
  open,
  circle,
  people: { ana },
}) => {
  const { page: phone, newTab } = await open(ana, { at: '/posts/create' });
  const second = await newTab();
  await second.goto('/friends');
  await field(phone).fill('Slowly found');
  await draftStored(phone, 'Slowly found');
  const release = await holdDrafts(phone);
  await phone.reload();
  const pressed = chooseAudience(phone, 'Only me');
  const busy = phone.getByRole('main').locator('[aria-busy=true]').waitFor({ state: 'attached' });
  await Promise.race([pressed, busy]);
  await release();
  await pressed;
  await expect.poll(() => field(phone).inputValue()).toBe('Slowly found');

  await second.goto('/posts/create');
  await second.getByText('Draft restored').waitFor();
  // It was edited, so it does not empty itself when the other tab sends the draft.
  await field(second).press('End');
  await second.keyboard.type(' ');
  await publish(phone);
  await publish(second);
  await card(second, 'Slowly found').first().waitFor();
  await upToDate(second);
  await card(phone, 'Slowly found').first().waitFor();
  for (const page of [phone, second]) await expect.poll(() => card(page, 'Slowly found').count()).toBe(1);
  expect(await postsWith(circle, 'Slowly found')).toHaveLength(1);
  await newPost(phone);
  expect(await field(phone).inputValue()).toBe('');
});

test('a draft names people it can no longer reach and is not sent to them, also when only the server knew', async ({
  open,
  circle,
  people: { ana, ben, cleo },
}) => {
  const [lotte, maud] = [await circle.signUp('Lotte Lost'), await circle.signUp('Maud Moved')];
  for (const who of [lotte, maud]) await circle.befriend(ana, who);
  const { page: phone } = await open(ana);
  const warning = phone.getByText(NOT_REACHABLE);
  await newPost(phone);
  await field(phone).fill('For Ben and Lotte');
  await choosePeople(phone, ben, lotte);
  expect((await circle.unfriend(ana, lotte)).code).toBeNull();
  await warning.first().waitFor();
  await outOfReach(phone).getByText('Not reachable any more').waitFor();
  expect(await barriers(phone, 'somebody out of reach')).toEqual([]);
  await submit(phone).click();
  await expect.poll(() => warning.count()).toBe(2);
  expect(new URL(phone.url()).pathname).toBe('/posts/create');
  await outOfReach(phone).getByRole('checkbox').uncheck();
  await publish(phone);
  await expect.poll(async () => (await visiblePostWith(circle, ben, 'For Ben and Lotte'))?.specific_user_ids).toEqual([ben.id]);

  await cutSync(phone);
  // Loads the page anew: an open stream would still deliver the end of the friendship.
  await phone.goto('/posts/create');
  await field(phone).fill('For Cleo and Maud');
  await choosePeople(phone, cleo, maud);
  await publish(phone);
  await card(phone, 'For Cleo and Maud').getByText('Saved.').waitFor();
  expect((await circle.unfriend(ana, maud)).code).toBeNull();
  await healSync(phone);
  await phone.getByText('Your post was not accepted').waitFor();
  await phone.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.poll(() => field(phone).inputValue()).toBe('For Cleo and Maud');
  await warning.first().waitFor();
  await expect.poll(() => someone(phone, cleo).isChecked()).toBe(true);
  await outOfReach(phone).getByRole('checkbox').uncheck();
  await publish(phone);
  await expect.poll(async () => (await visiblePostWith(circle, cleo, 'For Cleo and Maud'))?.specific_user_ids).toEqual([cleo.id]);
  await expect.poll(() => phone.getByText('Your post was not accepted').count()).toBe(0);
});
