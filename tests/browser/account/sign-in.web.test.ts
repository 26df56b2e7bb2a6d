/** Signing in: what is loaded for it, what it says when it fails, and what shows until the member's pages are there. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from '../../support/fixtures/browser.ts';
import { holdPiece } from '../../support/pieces.ts';

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });

const login = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });

test('sign-in needs both fields, has one error message for every address, keeps what was typed, and leads to the requested page; a welcome shows while the local store opens', async ({
  page,
  circle,
}) => {
  const ana = await circle.signUp('Ana Ribeiro');
  const send = await holdPiece(page, 'open-store');
  await page.goto('/groups?by=a-mail');
  await page.waitForURL('**/auth');
  expect(await login(page).isDisabled()).toBe(true);
  await email(page).fill(ana.email);
  expect(await login(page).isDisabled()).toBe(true);
  for (const address of ['nobody@kith.test', ana.email]) {
    await email(page).fill(address);
    await password(page).fill('not the 1 password');
    const answered = page.waitForResponse('**/api/auth/sign-in');
    await login(page).click();
    await answered;
    await page.getByText('Email or password is incorrect. Please try again.').waitFor();
    expect(await email(page).inputValue()).toBe(address);
  }
  await page.getByRole('button', { name: 'Show password' }).click();
  expect(await password(page).getAttribute('type')).toBe('text');

  await password(page).fill(ana.password);
  await login(page).click();
  await page.getByRole('heading', { level: 1, name: `Welcome, ${ana.name}` }).waitFor();
  for (const [name, href] of [
    ['View Posts', '/posts'],
    ['Create Post', '/posts/create'],
  ] as const)
    expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(href);
  send();
  await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor();
  expect(page.url()).toContain('/groups?by=a-mail');
});
