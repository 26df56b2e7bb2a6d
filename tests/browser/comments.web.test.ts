/** Writing, changing and deleting comments, with nothing typed lost; hundreds of them; and texts that are hard to lay out. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers, violations } from '../support/barriers.ts';
import { DRAFT_KEPT_MS, upToDate } from '../support/on-screen.ts';
import { choose, commentField, commentRow, openPost, openPostStage, type PostStage } from '../support/post-stage.ts';

const MANY = 500;
const DELETED = 'This comment was deleted';
let stage: PostStage;
let phone: Page;
let desktop: Page;

beforeAll(async () => {
  stage = await openPostStage();
  ({ phone, desktop } = stage);
});
afterAll(() => stage?.close());

const send = (page: Page): Locator => page.getByRole('button', { name: 'Send' });
const tombstone = (page: Page): Locator => page.getByRole('listitem').filter({ hasText: DELETED });
const standing = async (post: string): Promise<string[]> => {
  const { body } = await stage.client(stage.ana.name).get(`/api/posts/${post}/comments`);
  return body.data.items.map((item: { content: string }) => item.content);
};
async function confirmDelete(page: Page): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
}

describe('writing', () => {
  let post: string;
  beforeAll(async () => {
    post = await stage.post('What shall I bring?');
    await stage.open(post);
  });

  test('Enter sends on the desktop and begins a line on the phone', async () => {
    await commentField(desktop).fill('  Bread');
    await desktop.keyboard.press('Shift+Enter');
    await desktop.keyboard.type('and salt  ');
    await desktop.keyboard.press('Enter');
    await phone.getByText('Bread\nand salt').waitFor();
    expect(await standing(post)).toEqual(['Bread\nand salt']);
    await commentField(phone).fill('Good');
    await phone.keyboard.press('Enter');
    expect(await commentField(phone).inputValue()).toBe('Good\n');
    await phone.getByText('4996 characters remaining').waitFor();
    await send(phone).click();
    await desktop.getByRole('heading', { name: '2 comments' }).waitFor();
    expect(await commentField(phone).inputValue()).toBe('');
  });

  test('an Enter that ends the composition of a word does not send', async () => {
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
    expect(await standing(post)).toHaveLength(3);
  });

  test('sends nothing that is blank or too long, and counts what is left', async () => {
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
    await commentField(phone).fill('');
  });

  test('grows to 80 px, is read without zooming, and stays above a keyboard', async () => {
    await commentField(phone).fill('a line\n'.repeat(12));
    const { height, size } = await commentField(phone).evaluate((field) => ({
      height: field.getBoundingClientRect().height,
      size: Number.parseFloat(getComputedStyle(field).fontSize),
    }));
    expect(height).toBe(80);
    expect(size).toBeGreaterThanOrEqual(16);
    // As browsers say it that lay the keyboard over the page.
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
    await commentField(phone).fill('');
  });

  test('keeps what was typed for each post, over a reload, a way back, and a crash', async () => {
    const other = await stage.post('Another table');
    await commentField(phone).fill('Half a thought');
    await phone.waitForTimeout(DRAFT_KEPT_MS);
    await phone.reload();
    await phone.getByText('Draft restored').waitFor();
    expect(await commentField(phone).inputValue()).toBe('Half a thought');
    await phone.goto('/posts');
    await phone.getByText('Another table').click();
    await phone.waitForURL(`**/posts/${other}`);
    await commentField(phone).fill('A whole one');
    await phone.getByRole('button', { name: 'Back' }).click();
    await phone.getByText('What shall I bring?').click();
    await expect.poll(() => commentField(phone).inputValue()).toBe('Half a thought');
    const tab = await stage.anas.newTab();
    await openPost(tab, other);
    await expect.poll(() => commentField(tab).inputValue()).toBe('A whole one');
    await commentField(tab).fill('A whole one, and more');
    await tab.waitForTimeout(DRAFT_KEPT_MS);
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

describe('what stands', () => {
  test('is changed by its author: not to nothing, not to the same, not beyond the maximum', async () => {
    const post = await stage.post('Who brings what?');
    await stage.comment(post, 'Bread');
    await stage.comment(post, 'Salt', stage.ana.name);
    await stage.open(post);
    expect(await commentRow(desktop, 'Salt').getByRole('button', { name: 'More', exact: true }).count()).toBe(0);
    await choose(desktop, commentRow(desktop, 'Bread'), 'Edit');
    const field = desktop.getByLabel('Edit comment');
    const save = desktop.getByRole('button', { name: 'Save' });
    await field.waitFor();
    expect(await save.isDisabled()).toBe(true);
    await field.fill('   ');
    expect(await save.isDisabled()).toBe(true);
    expect(await field.getAttribute('maxlength')).toBe('5000');
    expect(await barriers(desktop, 'comment that is being changed')).toEqual([]);
    await field.fill('Olives');
    // It outlives a reload, and an Escape gives it up.
    await desktop.waitForTimeout(DRAFT_KEPT_MS);
    await desktop.reload();
    await choose(desktop, commentRow(desktop, 'Bread'), 'Edit');
    await expect.poll(() => field.inputValue()).toBe('Olives');
    await field.press('Escape');
    await field.waitFor({ state: 'detached' });
    await choose(desktop, commentRow(desktop, 'Bread'), 'Edit');
    await expect.poll(() => field.inputValue()).toBe('Bread');
    await field.fill('Capers');
    await save.click();
    await desktop.getByText('Comment updated successfully').waitFor();
    await commentRow(phone, 'Capers').getByText('(edited)').waitFor();
  });

  test('is deleted by its author or the author of the post, who are asked; then nothing can be done with it', async () => {
    const post = await stage.post('Who was it?');
    for (const [text, by] of [
      ['Not me', stage.ben.name],
      ['Nor me', stage.ben.name],
      ['Nobody', stage.ana.name],
    ] as const)
      await stage.react('comment', await stage.comment(post, text, by), '❤️', stage.ana.name);
    await stage.open(post);
    await desktop.getByRole('heading', { name: '3 comments' }).waitFor();
    await choose(desktop, commentRow(desktop, 'Not me'), 'Delete');
    await desktop.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await choose(desktop, commentRow(desktop, 'Not me'), 'Delete');
    await confirmDelete(desktop);
    await phone.getByText(DELETED).waitFor();
    await choose(phone, commentRow(phone, 'Nor me'), 'Delete');
    await confirmDelete(phone);
    await desktop.getByRole('heading', { name: '1 comment', exact: true }).waitFor();
    for (const page of [phone, desktop]) {
      await expect.poll(() => tombstone(page).count()).toBe(2);
      expect(await tombstone(page).getByRole('button').count()).toBe(0);
    }
    expect(await barriers(phone, 'post with deleted comments')).toEqual([]);
  });

  test('that is deleted by another while its author changes it leaves them their text', async () => {
    const post = await stage.post('Too late');
    await stage.comment(post, 'As it was');
    await stage.open(post);
    await choose(desktop, commentRow(desktop, 'As it was'), 'Edit');
    await desktop.getByLabel('Edit comment').fill('As it should be');
    await choose(phone, commentRow(phone, 'As it was'), 'Delete');
    await confirmDelete(phone);
    await desktop.getByText(DELETED).waitFor();
    await tombstone(desktop).getByText('As it should be').waitFor();
    await tombstone(desktop).getByRole('button', { name: 'Discard' }).click();
    await desktop.getByText('As it should be').waitFor({ state: 'detached' });
  });
});

describe('five hundred comments', () => {
  let post: string;
  const ids: string[] = [];
  const row = (page: Page, n: number) => page.locator(`[id="comment-${ids[n - 1]}"]`);
  const top = (target: Locator) => target.evaluate((element) => element.getBoundingClientRect().top);
  /** The place of an element once nothing moves it any more. */
  async function restingPlace(page: Page, target: Locator): Promise<number> {
    let [before, now] = [Number.NaN, await top(target)];
    await expect
      .poll(async () => {
        [before, now] = [now, await top(target)];
        return now === before;
      })
      .toBe(true);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    return now;
  }
  const inView = (target: Locator) =>
    target.evaluate((element) => {
      const { top: above, bottom } = element.getBoundingClientRect();
      const field = document.querySelector('form:has(textarea[aria-label="Write a comment"])')?.getBoundingClientRect().top ?? 0;
      return above >= 0 && bottom <= field;
    });

  beforeAll(async () => {
    post = await stage.post('Everybody has something to say');
    for (let n = 1; n <= MANY; n++) ids.push(await stage.comment(post, `Saying ${n}. ${'And so on. '.repeat(n % 9)}`));
  }, 120_000);

  test('open at the top, and what is far away costs next to nothing', async () => {
    await openPost(phone, post);
    await phone.getByRole('heading', { name: `${MANY} comments` }).waitFor();
    await row(phone, MANY).waitFor({ state: 'attached' });
    expect(await phone.evaluate(() => scrollY)).toBe(0);
    await row(phone, 1)
      .getByRole('button', { name: /^React/ })
      .waitFor();
    const cost = await phone.evaluate(() => ({
      elements: document.querySelectorAll('main *').length,
      buttons: document.querySelectorAll('main button').length,
      laidOut: [...document.querySelectorAll('main li p')].filter((text) => text.checkVisibility({ contentVisibilityAuto: true })).length,
    }));
    expect(cost.elements).toBeLessThan(MANY * 10);
    expect(cost.buttons).toBeLessThan(100);
    expect(cost.laidOut).toBeLessThan(60);
  });

  test('the address of one leads to it', async () => {
    await phone.goto(`/posts/${post}?comment=${ids[249]}`);
    await expect.poll(() => inView(row(phone, 250))).toBe(true);
    await expect.poll(() => row(phone, 250).evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('somebody else’s new one does not move what is read, and a pill leads to it', async () => {
    const read = row(phone, 250);
    const before = await restingPlace(phone, read);
    await stage.comment(post, 'The newest of them all', stage.ben.name);
    const pill = phone.getByRole('button', { name: 'New comment' });
    await pill.waitFor();
    expect(Math.abs((await top(read)) - before)).toBeLessThanOrEqual(1);
    expect(await violations(phone)).toEqual([]);
    await pill.click();
    await expect.poll(() => inView(commentRow(phone, 'The newest of them all'))).toBe(true);
    await pill.waitFor({ state: 'detached' });
  });

  test('one’s own is shown as soon as it is sent, and no pill speaks of it', async () => {
    await phone.mouse.move(200, 400);
    await phone.mouse.wheel(0, -1_000_000);
    await row(phone, 1)
      .getByRole('button', { name: /^React/ })
      .waitFor();
    await commentField(phone).fill('And this is mine');
    await send(phone).click();
    await expect.poll(() => inView(commentRow(phone, 'And this is mine'))).toBe(true);
    expect(await phone.getByRole('button', { name: /New comment|new comments/ }).count()).toBe(0);
  });
});

describe('texts that are hard to lay out', () => {
  test('fit into 320 px, also with text twice as large', async () => {
    const long = 'x'.repeat(5000);
    const post = await stage.post(`${'w'.repeat(300)} ${'📚'.repeat(120)}`);
    await stage.comment(post, long);
    await stage.comment(post, 'مرحبا بالجميع، من سيجلب الخبز والزيتون والجبن إلى الطاولة هذا المساء؟ '.repeat(6));
    await stage.client(stage.ben.name).put('/api/profiles/me', { name: `👩‍👩‍👧‍👦${'🦄'.repeat(20)} ${'n'.repeat(120)}` });
    const last = await stage.comment(post, `https://long.example/${'path'.repeat(200)}`);
    for (const emoji of ['❤️', '🎉', '🔥', '😂', '👍', '🙏', '👏', '🤗', '🥳']) await stage.react('comment', last, emoji);
    await phone.goto(`/posts/${post}?comment=${last}`);
    await commentRow(phone, 'https://long.example').getByRole('button', { name: 'Celebrating, 1' }).waitFor();
    const arabic = phone.getByRole('listitem').filter({ hasText: 'مرحبا' }).locator('p');
    expect(await arabic.evaluate((text) => getComputedStyle(text).direction)).toBe('rtl');
    expect(await barriers(phone, 'long texts')).toEqual([]);
    await commentField(phone).fill(long);
    expect(await barriers(phone, 'long text in the field')).toEqual([]);
    await commentField(phone).fill('');
  });
});

describe('on a busy machine', () => {
  /** A tab in which React draws late, save what it has to draw at once, and which hears of its worker later still. */
  async function slowTab(): Promise<Page> {
    const page = await stage.bens.newTab();
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
    const post = await stage.post('Much to be said about this');
    await stage.open(post);
    const page = await slowTab();
    await openPost(page, post);
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
    await commentRow(page, 'Said once').first().waitFor();
    await upToDate(page);
    expect(await commentField(page).inputValue()).toBe('And then');
    await commentField(page).press('Enter');
    await commentRow(desktop, 'And then').waitFor();
    expect(await commentRow(desktop, 'Said once').count()).toBe(1);
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
    await commentRow(desktop, 'One comment').waitFor();
    await upToDate(desktop);
    expect(await commentField(desktop).inputValue()).toBe('And another');
    await commentField(desktop).press('Enter');
    await commentRow(desktop, 'And another').waitFor();
    await expect.poll(() => commentField(desktop).inputValue()).toBe('');
  });
});
