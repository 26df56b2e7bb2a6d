/**
 * What axe can find on every screen, light and dark, on the phone and on the desktop, and the whole path with the keyboard alone.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers } from '../support/barriers.ts';
import { DESKTOP, openProfile, type Profile } from '../support/browser.ts';
import { befriend, clientOf, person, register, signIn, verificationLink } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ana = person('Ana Ribeiro');
const ben = person('Ben Okri');
const carl = person('Carl Vik');
let server: TestServer;
let profile: Profile;
let postId: string;

beforeAll(async () => {
  server = await startServer();
  for (const who of [ana, ben, carl]) await register(server, who);
  await befriend(server, ana, ben);
  const [anas, bens, carls] = await Promise.all([clientOf(server, ana), clientOf(server, ben), clientOf(server, carl)]);
  const post = await anas.post('/api/posts', {
    content: 'Who has a ladder to lend, and a free Saturday? '.repeat(8),
    visibility_type: 'friends',
  });
  postId = post.body.data.id;
  await anas.post('/api/posts', { content: 'A note to myself', visibility_type: 'private' });
  await bens.post('/api/posts', { content: 'The soup is on. https://soup.example', visibility_type: 'friends' });
  for (const content of ['I have the ladder.', 'And I have the Saturday.', 'Never mind.']) {
    const comment = await bens.post(`/api/posts/${postId}/comments`, { content });
    const id = comment.body.data.id;
    if (content === 'Never mind.') await bens.delete(`/api/posts/${postId}/comments/${id}`);
    else await anas.post('/api/posts/reactions', { emoji_code: '❤️', target_type: 'comment', target_id: id });
  }
  await bens.post('/api/posts/reactions', { emoji_code: '🎉', target_type: 'post', target_id: postId });
  await anas.post(`/api/posts/${postId}/comments`, { content: 'Saturday it is.' });
  await carls.post('/api/friends/invite', { email: ana.email });
  await anas.post('/api/friends/invite', { email: 'dora@kith.test' });
  profile = await openProfile({ url: server.url });
});
afterAll(async () => {
  await profile?.close();
  await server?.stop();
});

const expectClean = async (page: Page, screen: string): Promise<void> => expect.soft(await barriers(page, screen)).toEqual([]);

describe('axe finds nothing', () => {
  test('on what visitors see', async () => {
    const { page } = profile;
    await page.goto('/');
    await page.getByRole('link', { name: 'Join Your Tribe' }).first().waitFor();
    await expectClean(page, 'landing');
    await page.goto('/auth');
    await page.getByLabel('Password', { exact: true }).waitFor();
    await expectClean(page, 'sign-in');
    await page.getByLabel('Email', { exact: true }).fill(ana.email);
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

  test('on what members see', async () => {
    const { page } = profile;
    // From elsewhere, so that the page does not come back in the mode that it was left in.
    await page.goto('/');
    await signIn(page, ana);
    await page.getByRole('article').nth(2).waitFor();
    await expectClean(page, 'feed');
    await page.goto(`/posts/${postId}`);
    await page.getByText('This comment was deleted').waitFor();
    await expectClean(page, 'post');
    await page.getByRole('button', { name: 'React', exact: true }).click();
    await page.getByRole('dialog', { name: 'Choose a reaction' }).waitFor();
    await expectClean(page, 'reaction picker');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '1 reaction' }).first().click();
    await page.getByRole('dialog', { name: 'Reactions' }).waitFor();
    await expectClean(page, 'who reacted');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More' }).first().click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('Delete this post?').waitFor();
    await expectClean(page, 'confirmation');
    await page.keyboard.press('Escape');
    for (const [path, ready] of [
      [`/posts/${postId}/edit`, page.getByRole('button', { name: /^Update Post/ })],
      ['/posts/create', page.getByRole('button', { name: /^Create Post/ })],
      ['/friends', page.getByText('dora@kith.test')],
      ['/notifications', page.getByRole('listitem').first()],
      ['/settings', page.getByRole('button', { name: 'Sign Out' })],
      ['/groups', page.getByRole('heading', { level: 2 }).first()],
      ['/posts/00000000-0000-7000-8000-000000000000', page.getByText('Post not found').first()],
    ] as const) {
      await page.goto(path);
      await ready.first().waitFor();
      await expectClean(page, path);
    }
    await page.goto('/friends');
    await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
    await page.getByRole('button', { name: 'Send Invitation' }).click();
    await page.getByText('Please enter an email address').waitFor();
    await expectClean(page, 'invite');
  });
});

/** Tab until it is there, as somebody without a mouse has to. */
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
  // Whoever gets there must see where they are.
  const outline = await target.first().evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline, `focus on ${target} cannot be seen`).not.toBe('none');
  await page.keyboard.press(key);
}

test('the whole path can be walked with the keyboard alone', async () => {
  const walker = await openProfile({ url: server.url, viewport: DESKTOP });
  try {
    const { page } = walker;
    const dora = person('Dora Lind');
    await page.goto('/');
    await press(page, page.getByRole('link', { name: 'Join Your Tribe' }));
    for (const [label, text] of [
      ['Name', dora.name],
      ['Email', 'dora@kith.test'],
      ['Password', dora.password],
    ] as const) {
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
    const link = await verificationLink(server, 'dora@kith.test');
    await page.goto(`${link.pathname}${link.search}`);
    await page.waitForURL('**/posts');

    // Ana's invitation to the address waited.
    await press(page, page.getByRole('link', { name: 'Friends', exact: true }));
    await page.waitForURL('**/friends');
    await press(page, page.getByRole('button', { name: 'Accept' }));
    await page.getByText('Friends since').first().waitFor();
    await press(page, page.getByRole('button', { name: 'Invite', exact: true }));
    await tabTo(page, page.getByRole('dialog').getByRole('textbox'));
    await page.keyboard.type(ben.email);
    await page.keyboard.press('Enter');
    await page.getByText(ben.email).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await press(page, page.getByRole('link', { name: 'New post' }));
    await page.waitForURL('**/posts/create');
    await tabTo(page, page.getByLabel('What would you like to share?'));
    await page.keyboard.type('Written without a mouse');
    await tabTo(page, page.getByRole('radio', { checked: true }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL('**/posts');
    await page.getByRole('article').filter({ hasText: 'Written without a mouse' }).waitFor();

    const anas = page.getByRole('article').filter({ hasText: 'Who has a ladder' });
    await press(page, anas.getByRole('link').first());
    await page.waitForURL(`**/posts/${postId}`);
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
    // It takes the focus once the text that may have been left in it is there.
    await page.getByLabel('Edit comment').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(' And a cake.');
    await press(page, page.getByRole('button', { name: 'Save' }));
    await page.getByText('I can bring a rope. And a cake.').waitFor();

    await press(page, page.getByRole('link', { name: 'Settings', exact: true }));
    await press(page, page.getByRole('button', { name: 'Sign Out' }));
    await page.waitForURL(/\/(auth.*)?$/);
    expect(walker.complaints).toEqual([]);
  } finally {
    await walker.close();
  }
});
