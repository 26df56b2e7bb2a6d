/** The step after signing up, which asks once for a photo. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { type Person, person, signIn, signUp, verificationLink } from '../../support/people.ts';
import { phonePhoto } from '../../support/photos.ts';
import { button, faceShown, photoOf, test as stageTest } from './photo-stage.ts';

const test = stageTest
  /** Opens a desktop of somebody who has signed up, on the step. */
  .extend('arrive', ({ open, server }) => async (who: Person): Promise<Page> => {
    const { page } = await open(null, { viewport: DESKTOP });
    await signUp(page, who);
    await page.goto((await verificationLink(server, who.email)).href);
    await button(page, 'Confirm my address').click();
    await hasFocus(page.getByRole('heading', { name: 'So that friends know you' }));
    return page;
  });

/** Presses Tab until the focus is there, as somebody without a mouse has to. */
async function tabTo(page: Page, name: string): Promise<void> {
  await button(page, name).waitFor();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await button(page, name).evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${name}`);
}
/** Without a mouse: goes to the button that opens the picker; the picture then has the focus. */
async function chooseByKeys(page: Page, buffer: Buffer): Promise<void> {
  // Waits before the first Tab: if nothing waits for a file when Enter is pressed, a headless browser answers that none was chosen.
  const asked = page.waitForEvent('filechooser');
  await tabTo(page, 'Add a photo');
  await page.keyboard.press('Enter');
  await (await asked).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
  await hasFocus(page.getByRole('application'));
}

test('the name of the sign-up is not asked again, and the photo may be left out', async ({ arrive }) => {
  const page = await arrive(person('Nora Lind'));
  expect(await barriers(page, 'arrival')).toEqual([]);
  expect(await page.getByRole('textbox').count()).toBe(0);
  await page.reload();
  await button(page, 'Continue').click();
  await upToDate(page);
  await page.goto('/settings');
  await button(page, 'Name: Nora Lind, change').waitFor();
});

test('by keyboard a photo is chosen, turned and moved; then comes the inviter, and the step comes never again', async ({
  arrive,
  open,
  circle,
  people: { ana },
  server,
}) => {
  const dora = person('Dora Lind');
  await circle.invite(ana, { email: dora.email });
  const page = await arrive(dora);
  // The picture is red at the top. Turned, it is red on the right; moved, it is all red.
  await chooseByKeys(page, await phonePhoto());
  for (const key of ['r', '+', '+', '+', '+', ...Array.from({ length: 14 }, () => 'ArrowLeft')]) await page.keyboard.press(key);
  await tabTo(page, 'Use photo');
  await page.keyboard.press('Enter');
  await hasFocus(button(page, 'Change photo'));
  await expect.poll(() => faceShown(page)).toBe(true);
  await tabTo(page, 'Continue');
  await page.keyboard.press('Enter');

  // Next comes the question about the inviter, then the page she came for.
  await page.getByText('Ana Ribeiro').first().waitFor();
  await tabTo(page, 'Not now');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
  // The card exists above the column and beside it. A screen shows one of the two.
  await page.getByText('Ana Ribeiro').filter({ visible: true }).first().waitFor();
  await page.reload();
  await upToDate(page);
  expect(await button(page, 'Continue').count()).toBe(0);
  await expect.poll(() => photoOf(server, dora.email)).toMatchObject({ top: 'red', left: 'red', bottom: 'red', right: 'red' });
  const { page: second } = await open(null);
  await signIn(second, dora);
  await upToDate(second);
  await second.goto('/settings');
  await button(second, 'Name: Dora Lind, change').waitFor();
  await expect.poll(() => faceShown(second)).toBe(true);
  expect(await button(second, 'Continue').count()).toBe(0);
});
