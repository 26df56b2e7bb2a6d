/** Writing comments: what sends them, what does not, and that typed text is never lost. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { commentField, commentRow, openOnAll, openPost, test as stageTest } from '../../support/fixtures/post-stage.ts';
import { upToDate } from '../../support/on-screen.ts';
import { draftStored } from '../../support/stored-drafts.ts';

const test = stageTest.extend('post', async ({ circle, people }) => circle.post(people.ana, { content: 'What shall I bring?' }));

const send = (page: Page): Locator => page.getByRole('button', { name: 'Send' });

describe('writing', () => {
  test('Enter sends on the desktop, except while a word is being composed, and starts a new line on the phone', async ({
    phone,
    desktop,
    people,
    post,
  }) => {
    const standing = async (): Promise<string[]> => {
      const { body } = await people.ana.client.get(`/api/posts/${post}/comments`);
      return body.data.items.map((item: { content: string }) => item.content);
    };
    await openOnAll([phone, desktop], post);
    await commentField(desktop).fill('  Bread');
    await desktop.keyboard.press('Shift+Enter');
    await desktop.keyboard.type('and salt  ');
    await desktop.keyboard.press('Enter');
    await phone.getByText('Bread\nand salt').waitFor();
    expect(await standing()).toEqual(['Bread\nand salt']);

    await commentField(phone).fill('Good');
    await phone.keyboard.press('Enter');
    expect(await commentField(phone).inputValue()).toBe('Good\n');
    await phone.getByText('4996 characters remaining').waitFor();
    await send(phone).click();
    await desktop.getByRole('heading', { name: '2 comments' }).waitFor();
    expect(await commentField(phone).inputValue()).toBe('');

    await commentField(desktop).fill('にほん');
    const composing = [{ isComposing: true }, { keyCode: 229 }];
    await commentField(desktop).evaluate((field, kinds) => {
      for (const kind of kinds)
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...kind }));
    }, composing);
    await desktop.keyboard.type('!');
    expect(await commentField(desktop).inputValue()).toBe('にほん!');
    await commentField(desktop).press('Enter');
    await commentRow(phone, 'にほん!').waitFor();
    expect(await standing()).toHaveLength(3);
  });

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
    const { height, size } = await commentField(phone).evaluate((field) => ({
      height: field.getBoundingClientRect().height,
      size: Number.parseFloat(getComputedStyle(field).fontSize),
    }));
    expect(height).toBe(80);
    // Smaller text would make the phone zoom in.
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
    expect(await commentField(phone).inputValue()).toBe('Half a thought');
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
    expect(await commentField(phone).inputValue()).toBe('');
  });
});

describe('on a busy machine', () => {
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

  test('a comment that is submitted again while it still shows in the field is sent once, and text typed meanwhile becomes the next one', async ({
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
});
