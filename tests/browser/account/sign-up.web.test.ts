/** Signing up, and the link of the mail that proves the address. */
import { expect } from 'vitest';
import { test } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { person, signUpAndVerify, verificationLink } from '../../support/people.ts';

test('a link that proves the address is used once, and says so the second time', async ({ page, server }) => {
  const dov = person('Dov Levi');
  await signUpAndVerify(page, server, dov);
  await upToDate(page);
  await page.goto((await verificationLink(server, dov.email)).href);
  await page.getByText('This link was used already.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/auth');
});
