/** The field for comments: what it does not send, that typed text is never lost, and what happens on a busy machine. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { commentField, commentRow, openPost, test as stageTest } from '../../support/fixtures/post-stage.ts';
import { upToDate } from '../../support/on-screen.ts';
import { draftStored } from '../../support/stored-drafts.ts';

const test = stageTest.extend('post', async ({ circle, people }) => circle.post(people.ana, { content: 'What shall I bring?' }));

const send = (page: Page): Locator => page.getByRole('button', { name: 'Send' });

test('the field sends nothing blank or too long, counts the remaining characters, grows to 80 px, and stays above a keyboard', async ({
  phone,
  post,
}) => {
  await openPost(phone, post);
  expect(await send(phone).isDisabled()).toBe(true);
  await commentField(phone).fill('  \n ');
  expect(await send(phone).isDisabled()).toBe(true);
  await commentField(phone).fill('x'.repeat(5000));
  await phone.getByText('0 characters remaining', { exact: true }).waitFor();
  expect(await send(phone).isDisabled()).toBe(false);
  await commentField(phone).fill('x'.repeat(5003));
  await phone.getByText('3 characters over limit').waitFor();
  expect(await send(phone).isDisabled()).toBe(true);
  expect(await barriers(phone, 'comment over the limit')).toEqual([]);

  await commentField(phone).fill('a line\n'.repeat(12));
  await expect.poll(() => commentField(phone).evaluate((field) => field.getBoundingClientRect().height)).toBe(80);
  // Smaller text would make the phone zoom in.
  const size = await commentField(phone).evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize));
  expect(size).toBeGreaterThanOrEqual(16);
  // Simulates a browser that lays the keyboard over the page.
  await phone.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: 500, configurable: true });
    visualViewport?.dispatchEvent(new Event('resize'));
  });
  const bottom = () => commentField(phone).evaluate((field) => field.closest('form')?.getBoundingClientRect().bottom);
  await expect.poll(bottom).toBe(500);
  await phone.evaluate(() => {
    Reflect.deleteProperty(visualViewport as object, 'height');
    visualViewport?.dispatchEvent(new Event('resize'));
  });
  await expect.poll(bottom).toBe(844);
});

test('keeps the typed text of each post over a reload, going back, and a crash', async ({ phone, circle, people }) => {
  const post = await circle.post(people.ana, { content: 'One table' });
  const other = await circle.post(people.ana, { content: 'Another table' });
  await openPost(phone, post);
  await commentField(phone).fill('Half a thought');
  await draftStored(phone, 'Half a thought');
  await phone.reload();
  await phone.getByText('Draft restored').waitFor();
  await expect.poll(() => commentField(phone).inputValue()).toBe('Half a thought');
  await phone.goto('/posts');
  await phone.getByText('Another table').click();
  await phone.waitForURL(`**/posts/${other}`);
  await commentField(phone).fill('A whole one');
  await phone.getByRole('button', { name: 'Back' }).click();
  await phone.getByText('One table').click();
  await expect.poll(() => commentField(phone).inputValue()).toBe('Half a thought');

  const tab = await phone.context().newPage();
  await openPost(tab, other);
  await expect.poll(() => commentField(tab).inputValue()).toBe('A whole one');
  await commentField(tab).fill('A whole one, and more');
  await draftStored(tab, 'A whole one, and more');
  const devtools = await tab.context().newCDPSession(tab);
  void devtools.send('Page.crash').catch(() => undefined);
  await new Promise<void>((resolve) => tab.once('crash', () => resolve()));
  await tab.close();
  await openPost(phone, other);
  await expect.poll(() => commentField(phone).inputValue()).toBe('A whole one, and more');
  await phone.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => commentField(phone).inputValue()).toBe('');
});

/** A tab in which React renders late, except for synchronous updates. It receives its worker's messages even later. */
async function slowTab(beside: Page): Promise<Page> {
  const page = await beside.context().newPage();
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

test('a comment that is submitted again while it still shows in the field is sent once, and text typed after it becomes the next one', async ({
  desktop,
  post,
}) => {
  await openPost(desktop, post);
  const slow = await slowTab(desktop);
  await openPost(slow, post);
  await commentField(slow).fill('Said once');
  await slow.evaluate(async () => {
    const field = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Write a comment"]');
    const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
    while (field && field.value !== '') {
      field.form?.requestSubmit();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    setValue?.call(field, 'And then');
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await commentRow(slow, 'Said once').first().waitFor();
  await upToDate(slow);
  expect(await commentField(slow).inputValue()).toBe('And then');
  await commentField(slow).press('Enter');
  await commentRow(desktop, 'And then').waitFor();
  expect(await commentRow(desktop, 'Said once').count()).toBe(1);
  await slow.close();

  // Once more in a tab that is not slow: the next comment is typed before the first is stored.
  await commentField(desktop).fill('One comment');
  await desktop.evaluate(() => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
    const field = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Write a comment"]');
    field?.form?.requestSubmit();
    setValue?.call(field, 'And another');
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await commentRow(desktop, 'One comment').waitFor();
  await upToDate(desktop);
  expect(await commentField(desktop).inputValue()).toBe('And another');
  await commentField(desktop).press('Enter');
  await commentRow(desktop, 'And another').waitFor();
  await expect.poll(() => commentField(desktop).inputValue()).toBe('');
});

test('a comment that is sent while the one before is still being stored, or its draft deleted, follows it', async ({ desktop, post }) => {
  await openPost(desktop, post);
  const slow = await slowTab(desktop);
  await openPost(slow, post);
  await commentField(slow).fill('The first');
  await slow.evaluate(async () => {
    const field = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Write a comment"]');
    const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
    const sendNext = (text: string) => {
      setValue?.call(field, text);
      field?.dispatchEvent(new Event('input', { bubbles: true }));
      field?.form?.requestSubmit();
    };
    const isEmpty = async () => {
      while (field?.value !== '') await new Promise(requestAnimationFrame);
    };
    field?.form?.requestSubmit();
    sendNext('The second');
    await isEmpty();
    sendNext('The third');
  });
  for (const text of ['The first', 'The second', 'The third']) await commentRow(slow, text).waitFor();
  await expect.poll(() => commentField(slow).inputValue()).toBe('');
  await slow.close();
});

test('a press on Send counts although a comment moves the field before the release, and not if it is released elsewhere', async ({
  desktop,
  circle,
  people,
  post,
}) => {
  await openPost(desktop, post);
  await upToDate(desktop);
  /** Presses on Send, and waits until a comment by Ana has moved it from below the pointer. */
  const pressWhileItMoves = async (text: string, arriving: string) => {
    await commentField(desktop).fill(text);
    const before = await send(desktop).boundingBox();
    if (!before) throw new Error('there is no field');
    const [x, y] = [before.x + before.width / 2, before.y + before.height / 2];
    await desktop.mouse.move(x, y);
    await desktop.mouse.down();
    await circle.comment(people.ana, post, arriving);
    await commentRow(desktop, arriving).waitFor();
    await expect.poll(async () => (await send(desktop).boundingBox())?.y).toBeGreaterThan(y);
    return { x, y };
  };
  await pressWhileItMoves('Olives', 'Bread');
  await desktop.mouse.up();
  await commentRow(desktop, 'Olives').waitFor();
  await expect.poll(() => commentField(desktop).inputValue()).toBe('');

  const { x, y } = await pressWhileItMoves('Not yet', 'Salt');
  await desktop.mouse.move(x - 300, y);
  await desktop.mouse.up();
  await commentField(desktop).press('End');
  await desktop.keyboard.type(', but now');
  await commentField(desktop).press('Enter');
  await commentRow(desktop, 'Not yet, but now').waitFor();
  await upToDate(desktop);
  expect(await commentRow(desktop, 'Olives').count()).toBe(1);
  expect(await commentRow(desktop, 'Not yet').count()).toBe(1);
});
