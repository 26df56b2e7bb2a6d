/**
 * What keeps people from using a screen: every screen in its usual state, in the demo. Other tests check states such as an error, and the
 * screens of a group, a friend and the outbox. Also the whole main path with the keyboard alone.
 */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type DemoPerson, demoPeople } from '../../../sync-server/demo/demo-story.ts';
import { barriers, misfits } from '../../support/barriers.ts';
import { DESKTOP, PHONE } from '../../support/browser.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { card } from '../../support/on-screen.ts';
import { person, verificationLink } from '../../support/people.ts';
import type { Template } from '../../support/postgres.ts';

const SMALL_PHONE = { width: 360, height: 640 } as const;
const TABLET = { width: 820, height: 1080 } as const;

const test = browserTest
  .extend('template', { scope: 'file' }, (): Template => 'demo')
  /** Members of the demo. Hanna has invited somebody who has not answered. */
  .extend('people', { scope: 'file' }, async ({ server, circle }) => {
    const member = async (who: DemoPerson) => {
      const { name } = demoPeople[who];
      const [row] = await server.sql<{ id: string; email: string }[]>`
        select u.id, u.email from users u join profiles p on p.id = u.id where p.name = ${name}`;
      if (!row) throw new Error(`${name} is not in the demo`);
      return { ...row, name };
    };
    const [hanna, ana] = [await member('hanna'), await member('ana')];
    await circle.invite(hanna, { email: 'nora@kith.test' });
    return { hanna, ana };
  });

/** Checks a screen once, at every size. */
async function expectClean(page: Page, screen: string): Promise<void> {
  const problems = [...(await barriers(page, screen)), ...(await misfits(page, screen, [SMALL_PHONE, TABLET, DESKTOP]))];
  expect.soft(problems).toEqual([]);
}

test('the pages that visitors see have no barriers', async ({ open, people }) => {
  const { page, complaints } = await open(null, { at: '/' });
  await page.getByRole('link', { name: 'Join Your Tribe' }).first().waitFor();
  await expectClean(page, 'landing');
  await page.goto('/auth');
  await page.getByLabel('Password', { exact: true }).waitFor();
  await expectClean(page, 'sign-in');
  await page.goto('/auth/reset-password?token=abc');
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

test('the pages that members see have no barriers', async ({ open, people }) => {
  const { page, complaints } = await open(people.hanna);
  const ready = async (shown: Locator) => {
    await shown.first().waitFor();
    await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' });
  };
  await ready(page.getByRole('article').nth(2));
  await expectClean(page, 'feed');

  // A wide screen shows beside a post who can see it.
  await page.setViewportSize(DESKTOP);
  await card(page, 'We were four at the table').getByRole('link').first().click();
  await page.waitForURL('**/posts/*');
  const post = new URL(page.url()).pathname;
  await ready(page.getByText('I let you win out of politeness for the guest.'));
  await page.getByRole('complementary').getByRole('region', { name: 'Who can see this' }).getByRole('listitem').first().waitFor();
  await expectClean(page, 'post');
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('Delete this post?').waitFor();
  await expectClean(page, 'confirmation');
  await page.keyboard.press('Escape');

  for (const [path, shown] of [
    [`${post}/edit`, page.getByRole('button', { name: /^Update Post/ })],
    ['/posts/create', page.getByRole('button', { name: /^Create Post/ })],
    ['/notifications', page.getByRole('listitem')],
    ['/settings', page.getByRole('button', { name: 'Sign Out' })],
    ['/groups', page.getByText('Cold water club')],
    ['/chat', page.getByRole('heading', { name: /coming soon/ })],
    ['/posts/00000000-0000-7000-8000-000000000000', page.getByText('Post not found')],
    ['/friends', page.getByText('nora@kith.test')],
  ] as const) {
    await page.goto(path);
    await ready(shown);
    await expectClean(page, path);
  }
  await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
  await page.getByLabel('Email', { exact: true }).press('Enter');
  await page.getByText('Please enter an email address').waitFor();
  await expectClean(page, 'invite');
  expect(complaints).toEqual([]);
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
  await page.goto(`${link.pathname}${link.search}`);
  await press(page, page.getByRole('button', { name: 'Confirm my address' }));
  await page.waitForURL('**/posts');
  await press(page, page.getByRole('button', { name: 'Continue' }));

  // Hanna's invitation to this address was waiting.
  await press(page, page.getByRole('button', { name: 'Accept' }));
  await press(page, page.getByRole('link', { name: 'Friends', exact: true }));
  await page.waitForURL('**/friends');
  await page.getByText('Friends since').first().waitFor();
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
  await page.getByRole('button', { name: '2 reactions, yours among them' }).waitFor();
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
