/** Arriving through an invitation: the first page names the inviter, and one answer later their posts are there. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { card, hasFocus, upToDate } from '../../support/on-screen.ts';
import { verificationLink } from '../../support/people.ts';
import { address, answer, fillSeat, question, seat, takeSeat, test, tribe } from './arriving-stage.ts';

const PHONE = { width: 390, height: 844 };

interface Box {
  readonly y: number;
  readonly height: number;
}
const inSight = (box: Box | null, { height }: { readonly height: number }): boolean => box !== null && box.y + box.height <= height;

/** Counts the pointer presses on this page, across every load of the app. */
async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeBinding('kithPressed', () => {
    presses += 1;
  });
  await page.addInitScript(() =>
    addEventListener('click', ({ detail }) => detail > 0 && (globalThis as unknown as { kithPressed(): void }).kithPressed(), true),
  );
  return () => presses;
}

test('the first minute: five presses from the mail to the first comment, and no second mail', async ({
  page,
  server,
  mira,
  mailed,
  circle,
}) => {
  const email = address();
  const presses = await countPresses(page);
  // The first press is the one in the mail.
  await page.setContent(`<a href="${server.url}${await mailed(mira, email)}">Have a look</a>`);
  await page.evaluate(() => addEventListener('click', () => (globalThis as unknown as { kithPressed(): void }).kithPressed(), true));
  await page.getByText('Have a look').click();
  await seat(page).waitFor();
  // Her picture came with the server's answer, and the page names the address that the mail went to.
  await expect
    .poll(() =>
      page
        .locator('main img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(256);
  await page.getByText(email, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Not you?' }).waitFor();
  expect(await violations(page)).toEqual([]);
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await expect.poll(async () => inSight(await takeSeat(page).boundingBox(), viewport)).toBe(true);
  }
  await fillSeat(page);
  await takeSeat(page).click();
  await question(page).waitFor();
  await hasFocus(question(page));
  expect(await violations(page)).toEqual([]);
  await answer(page, 'Accept').click();
  await card(page, 'Soup on Sunday?').waitFor();
  expect(await tribe(page).count()).toBe(0);
  await card(page, 'Soup on Sunday?').getByText('Soup on Sunday?').click();
  await page.getByLabel('Write a comment').fill('I bring bread');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('listitem').filter({ hasText: 'I bring bread' }).waitFor();
  await upToDate(page);
  expect(presses()).toBe(5);
  expect((await server.mails()).filter(({ to }) => to === email)).toHaveLength(1);
  const [friends] = await circle.database.read(
    (tx) => tx<{ friends: number }[]>`select count(*)::int as friends from friends where user_id = ${mira.id}`,
  );
  expect(friends).toEqual({ friends: 1 });
});

test('by the link without the secret, as the inviter knows it, the address is confirmed by a mail', async ({
  page,
  server,
  mira,
  invite,
}) => {
  const email = address();
  await page.goto(await invite(mira, email));
  await seat(page).waitFor();
  expect(await takeSeat(page).count()).toBe(0);
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
  await fillSeat(page);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();

  // Coming back from the mail app: the page still waits for this address.
  await page.reload();
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
  await page.getByText(email).waitFor();
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await page.getByText('Sent again.').waitFor();

  const { pathname, hash } = await verificationLink(server, email);
  const other = await page.context().newPage();
  await other.goto(`${new URL(page.url()).origin}${pathname}${hash}`);
  await other.getByText(email).waitFor();
  await other.getByRole('button', { name: 'Confirm my address' }).click();
  // The waiting page goes on by itself.
  await question(page).waitFor();
  await other.getByRole('button', { name: 'Continue' }).click();
  await question(other).waitFor();
});
