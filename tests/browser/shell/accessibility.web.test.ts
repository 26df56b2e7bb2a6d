/**
 * What keeps people from using a screen: the screens of every day in their usual state, in the demo, in light and dark and at six sizes. The
 * others are in `accessibility.rare.web.test.ts`, and states that are met in one story alone are checked there. Also the whole main path with
 * the keyboard alone.
 */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { demoPeople } from '../../../sync-server/demo/demo-story.ts';
import { DESKTOP } from '../../support/browser.ts';
import { card } from '../../support/on-screen.ts';
import { person, verificationLink } from '../../support/people.ts';
import { expectClean, expectNoBarriers, test } from './accessibility-stage.ts';

test('the pages that visitors see have no barriers', async ({ open, people }) => {
  const { page, complaints } = await open(null, { at: '/' });
  await page.getByRole('link', { name: 'Join Your Tribe' }).first().waitFor();
  await expectClean(page, 'landing');
  await page.goto('/auth');
  await page.getByLabel('Password', { exact: true }).waitFor();
  await expectClean(page, 'sign-in');
  await page.goto('/auth/reset-password#token=abc');
  await page.getByLabel('New password').waitFor();
  await expectClean(page, 'new password');
  expect(complaints).toEqual([]);

  await page.goto('/auth');
  await page.getByLabel('Email', { exact: true }).fill(people.ana.email);
  await page.getByLabel('Password', { exact: true }).fill('not it 123');
  await page.getByRole('button', { name: 'Login', exact: true }).last().click();
  await page.getByText('Email or password is incorrect. Please try again.').waitFor();
  await expectClean(page, 'sign-in, refused');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send Reset Link' }).waitFor();
  await expectClean(page, 'forgot password');
  await page.goto('/');
  await page.getByRole('link', { name: 'Join Your Tribe' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Emil');
  await page.getByLabel('Email', { exact: true }).fill('emil@kith.test');
  await page.getByLabel('Password', { exact: true }).fill('correct horse 7');
  await expectClean(page, 'sign-up');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).last().click();
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
  await expectClean(page, 'check your email');
});

expectNoBarriers({
  feed: { at: () => '/posts', shown: (page) => page.getByRole('article').nth(2) },
  post: {
    at: ({ post }) => `/posts/${post}`,
    viewport: DESKTOP,
    shown: (page) => page.getByRole('complementary').getByRole('region', { name: 'Who can see this' }).getByRole('listitem'),
  },
  'new post': { at: () => '/posts/create', shown: (page) => page.getByRole('button', { name: /^Share/ }) },
  notifications: { at: () => '/notifications', shown: (page) => page.getByRole('listitem') },
  settings: { at: () => '/settings', shown: (page) => page.getByRole('button', { name: 'Sign Out' }) },
  groups: { at: () => '/groups', shown: (page) => page.getByText('Cold water club') },
  group: { at: ({ group }) => `/groups/${group}`, shown: (page) => page.getByLabel('Message', { exact: true }) },
  friends: { at: () => '/friends', shown: (page) => page.getByText('nora@kith.test') },
  friend: { at: ({ ana }) => `/friends/${ana}`, shown: (page) => page.getByRole('heading', { level: 2, name: demoPeople.ana.name }) },
});

/** Presses Tab until the focus is there, as somebody without a mouse has to. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${target}`);
}
async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  // A keyboard user must see where the focus is.
  const outline = await target.first().evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline, `focus on ${target} cannot be seen`).not.toBe('none');
  await page.keyboard.press(key);
}

test('the whole main path works with the keyboard alone', async ({ open, people, circle, server }) => {
  const { hanna, ana } = people;
  const dora = person('Dora Lind');
  await circle.invite(hanna, { email: dora.email });
  const post = await circle.post(hanna, { content: 'Who has a ladder to lend, and a free Saturday?' });
  await circle.react(ana, 'post', post, '🎉');
  const { page, complaints } = await open(null, { viewport: DESKTOP, at: '/' });
  await press(page, page.getByRole('link', { name: 'Join Your Tribe' }));
  for (const [label, text] of [
    ['Name', dora.name],
    ['Email', dora.email],
    ['Password', dora.password],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
  const link = await verificationLink(server, dora.email);
  await page.goto(`${link.pathname}${link.hash}`);
  await press(page, page.getByRole('button', { name: 'Confirm my address' }));
  await page.waitForURL('**/posts');
  await press(page, page.getByRole('button', { name: 'Continue' }));

  // Hanna's invitation to this address was waiting.
  await press(page, page.getByRole('button', { name: 'Accept' }));
  await press(page, page.getByRole('link', { name: 'Friends', exact: true }));
  await page.waitForURL('**/friends');
  await page.getByRole('list', { name: 'My Friends' }).getByRole('link', { name: hanna.name }).waitFor();
  await press(page, page.getByRole('button', { name: 'Invite', exact: true }));
  await tabTo(page, page.getByRole('dialog').getByRole('textbox'));
  await page.keyboard.type(ana.email);
  await page.keyboard.press('Enter');
  await page.getByText(ana.email).first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await press(page, page.getByRole('link', { name: 'New post' }));
  await page.waitForURL('**/posts/create');
  await tabTo(page, page.getByLabel('What would you like to share?'));
  await page.keyboard.type('Written without a mouse');
  await press(page, page.getByRole('button', { name: /^Who can see this:/ }));
  await page.getByRole('radio', { checked: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  // The focus returns a moment after the dialog has closed.
  await page
    .getByRole('button', { name: /^Who can see this:/ })
    .and(page.locator(':focus'))
    .waitFor();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/posts');
  await card(page, 'Written without a mouse').waitFor();

  await press(page, card(page, 'Who has a ladder').getByRole('link').first());
  await page.waitForURL(`**/posts/${post}`);
  await press(page, page.getByRole('button', { name: 'React', exact: true }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '2 reactions, yours included' }).waitFor();
  await tabTo(page, page.getByLabel('Write a comment'));
  await page.keyboard.type('I can bring a rope.');
  await page.keyboard.press('Enter');
  const own = page.getByRole('listitem').filter({ hasText: 'I can bring a rope.' });
  await press(page, own.getByRole('button', { name: 'More' }));
  await page.keyboard.press('Enter');
  // The field takes the focus once a draft that may be left in it is restored.
  await page.getByLabel('Edit comment').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(' And a cake.');
  await press(page, page.getByRole('button', { name: 'Save' }));
  await page.getByText('I can bring a rope. And a cake.').waitFor();

  await press(page, page.getByRole('link', { name: 'Settings', exact: true }));
  await press(page, page.getByRole('button', { name: 'Sign Out' }));
  await page.waitForURL(/\/(auth.*)?$/);
  expect(complaints).toEqual([]);
});
