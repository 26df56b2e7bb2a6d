/**
 * Posts, comments, reactions and drafts as two members use them: what each screen offers, and that nothing typed is lost.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, openProfile, type Profile } from '../support/browser.ts';
import { upToDate } from '../support/on-screen.ts';
import { befriend, person, register, signIn } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ana = person('Ana Ribeiro');
const ben = person('Ben Okri');
/** What was typed this long ago is promised to come back. */
const DRAFT_KEPT_MS = 500;
let server: TestServer;
let anas: Profile;
let bens: Profile;
let phone: Page;
let desktop: Page;

beforeAll(async () => {
  server = await startServer();
  for (const who of [ana, ben]) await register(server, who);
  await befriend(server, ana, ben);
  [anas, bens] = await Promise.all([openProfile({ url: server.url }), openProfile({ url: server.url, viewport: DESKTOP })]);
  phone = anas.page;
  desktop = bens.page;
  await signIn(phone, ana);
  await signIn(desktop, ben);
  for (const page of [phone, desktop]) await upToDate(page);
});
afterAll(async () => {
  await anas?.close();
  await bens?.close();
  await server?.stop();
});

const textField = (page: Page) => page.getByLabel('What would you like to share?');
const commentField = (page: Page) => page.getByLabel('Write a comment');
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
async function choose(page: Page, from: Locator, action: string): Promise<void> {
  await from.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
async function write(page: Page, text: string): Promise<void> {
  await page.goto('/posts/create');
  await textField(page).fill(text);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/posts');
}
/** Both have the post open; Ana wrote it. */
async function openTogether(text: string): Promise<void> {
  await write(phone, text);
  await phone.getByText(text).click();
  await desktop.goto('/posts');
  await desktop.getByText(text).click();
  for (const page of [phone, desktop]) await commentField(page).waitFor();
}
/** The worker's requests fail, the page itself goes on. */
const cut = (page: Page) => page.context().route('**/api/sync/**', (route) => route.abort());
async function heal(page: Page): Promise<void> {
  await page.context().unroute('**/api/sync/**');
  await page.evaluate(() => dispatchEvent(new Event('online')));
}

describe('comments', () => {
  test('Enter sends on the desktop and begins a line on the phone', async () => {
    await openTogether('What shall I bring?');
    await commentField(desktop).fill('Bread');
    await desktop.keyboard.press('Shift+Enter');
    await desktop.keyboard.type('and salt');
    await desktop.keyboard.press('Enter');
    await phone.getByText('Bread\nand salt').waitFor();
    await commentField(phone).fill('Good');
    await phone.keyboard.press('Enter');
    expect(await commentField(phone).inputValue()).toBe('Good\n');
    await phone.getByText('4996 characters remaining').waitFor();
    await phone.getByRole('button', { name: 'Send' }).click();
    await desktop.getByRole('heading', { name: '2 comments' }).waitFor();
    expect(await commentField(phone).inputValue()).toBe('');
  });

  test('are not sent when too long, and keep what was typed over a reload', async () => {
    await commentField(phone).fill('x'.repeat(5003));
    await phone.getByText('3 characters over limit').waitFor();
    expect(await phone.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    await commentField(phone).fill('Half a thought');
    await phone.waitForTimeout(DRAFT_KEPT_MS);
    await phone.reload();
    await phone.getByText('Draft restored').waitFor();
    expect(await commentField(phone).inputValue()).toBe('Half a thought');
    await phone.getByRole('button', { name: 'Discard' }).click();
    expect(await commentField(phone).inputValue()).toBe('');
  });

  test('their author edits them, and the author of the post deletes them', async () => {
    await choose(desktop, row(desktop, 'and salt'), 'Edit');
    const save = desktop.getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    await desktop.getByLabel('Edit comment').fill('Olives');
    await save.click();
    await desktop.getByText('Comment updated successfully').waitFor();
    expect(await row(desktop, 'Good').getByRole('button', { name: 'More' }).count()).toBe(0);
    await choose(phone, row(phone, 'Olives'), 'Delete');
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await desktop.getByText('This comment was deleted').waitFor();
    await desktop.getByRole('heading', { name: '1 comment' }).waitFor();
  });
});

describe('a post', () => {
  test('that is deleted goes for those who have it open', async () => {
    await openTogether('Soon gone');
    await choose(phone, phone.getByRole('banner'), 'Delete');
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await phone.waitForURL('**/posts');
    await desktop.getByText('Post not found').waitFor();
    await desktop.getByRole('button', { name: 'Go back' }).click();
    await desktop.waitForURL('**/posts');
  });
});

describe('on a busy machine', () => {
  /** A tab in which React draws late, save what it has to draw at once, and which hears of its worker later still. */
  async function slowTab(): Promise<Page> {
    const page = await bens.newTab();
    await page.addInitScript(() => {
      globalThis.MessageChannel = class extends MessageChannel {
        constructor() {
          super();
          const post = this.port2.postMessage.bind(this.port2);
          this.port2.postMessage = (message: unknown) => setTimeout(() => post(message), 150);
        }
      };
      const listen = BroadcastChannel.prototype.addEventListener;
      BroadcastChannel.prototype.addEventListener = function (type: string, listener: (event: Event) => void) {
        listen.call(this, type, (event: Event) => setTimeout(() => listener(event), 500));
      };
    });
    return page;
  }

  test('a comment that is sent again while it still shows is sent once, and the next one stays', async () => {
    await openTogether('Much to be said about this');
    const page = await slowTab();
    await page.goto(desktop.url());
    await commentField(page).fill('Said once');
    await page.evaluate(async () => {
      const field = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Write a comment"]');
      const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
      while (field && field.value !== '') {
        field.form?.requestSubmit();
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      setValue?.call(field, 'And then');
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await row(page, 'Said once').first().waitFor();
    await upToDate(page);
    expect(await commentField(page).inputValue()).toBe('And then');
    await commentField(page).press('Enter');
    await row(desktop, 'And then').waitFor();
    expect(await row(desktop, 'Said once').count()).toBe(1);
    await page.close();
  });

  test('what is typed while a comment is being stored is the next one', async () => {
    await commentField(desktop).fill('One comment');
    await desktop.evaluate(() => {
      const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
      const field = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Write a comment"]');
      field?.form?.requestSubmit();
      setValue?.call(field, 'And another');
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await row(desktop, 'One comment').waitFor();
    await upToDate(desktop);
    expect(await commentField(desktop).inputValue()).toBe('And another');
    await commentField(desktop).press('Enter');
    await row(desktop, 'And another').waitFor();
    await expect.poll(() => commentField(desktop).inputValue()).toBe('');
  });
});

describe('what the server refuses', () => {
  test('a comment on a post that went comes back with its text', async () => {
    await openTogether('Short-lived');
    await cut(desktop);
    await desktop.reload();
    await commentField(desktop).fill('Nobody will read this');
    await desktop.keyboard.press('Enter');
    await desktop.getByText('Saved, not sent yet').waitFor();
    await choose(phone, phone.getByRole('banner'), 'Delete');
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await phone.waitForURL('**/posts');
    await phone.getByText('Up to date').first().waitFor();
    await heal(desktop);
    const note = desktop.getByRole('alert').filter({ hasText: 'Your comment was not accepted' });
    await note.getByText('Nobody will read this').waitFor();
    await note.getByText('This post has been deleted or is no longer available.').waitFor();
    await note.getByRole('button', { name: 'Discard' }).click();
    await note.waitFor({ state: 'hidden' });
  });
});
