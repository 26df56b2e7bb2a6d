/** One text in two tabs: whatever is typed, sent or discarded in one of them, nothing is lost that stands in the other. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { comments, hasFocus } from '../../support/on-screen.ts';
import { storedDrafts } from '../../support/stored-drafts.ts';

const test = browserTest.extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana Ribeiro'));

const BOTH_KEPT = 'Another text was begun here too. Both are kept.';
const FIRST = 'From the first tab';
const SECOND = 'From the second one';

const commentField = (page: Page): Locator => page.getByLabel('Write a comment');
const other = (page: Page): Locator => page.getByRole('region', { name: 'Another text' });
const typeOver = async (field: Locator, text: string) => {
  await field.fill(text);
  expect(await field.inputValue()).toBe(text);
};
const shows = (field: Locator, text: string) => expect.poll(() => field.inputValue()).toBe(text);

/** Where each form is, and what it is written in. */
const forms = {
  'a new post': { at: async () => '/posts/create', field: (page: Page) => page.getByLabel('What would you like to share?') },
  'a post that is edited': {
    at: async ({ post }: { readonly post: string }) => `/posts/${post}/edit`,
    field: (page: Page) => page.getByLabel('What would you like to share?'),
  },
  'a comment': { at: async ({ post }: { readonly post: string }) => `/posts/${post}`, field: commentField },
  'a message': {
    at: async ({ group }: { readonly group: string }) => `/groups/${group}`,
    field: (page: Page) => page.getByLabel('Message', { exact: true }),
  },
  'a new group': { at: async () => '/groups/create', field: (page: Page) => page.getByLabel('Group Name') },
  'a message to the people who run this': {
    at: async () => '/contact',
    field: (page: Page) => page.getByRole('textbox', { name: 'Message' }),
  },
} as const;

test.for(Object.entries(forms))(
  '%s: what nobody touched follows the other tab; where both were, both texts are kept',
  async ([, form], { open, circle, ana }) => {
    const at = await form.at({ post: await circle.post(ana, { content: 'One table' }), group: await circle.group(ana) });
    const { page: first, newTab } = await open(ana, { at });
    const second = await newTab();
    await second.goto(at);
    await form.field(second).waitFor();
    await form.field(first).waitFor();
    await typeOver(form.field(first), FIRST);
    await shows(form.field(second), FIRST);
    expect(await other(second).count()).toBe(0);

    await typeOver(form.field(second), SECOND);
    for (const [page, mine, others] of [
      [first, FIRST, SECOND],
      [second, SECOND, FIRST],
    ] as const) {
      await other(page).getByText(others).waitFor();
      await other(page).getByText(BOTH_KEPT).waitFor();
      expect(await form.field(page).inputValue()).toBe(mine);
    }
    await typeOver(form.field(first), `${FIRST}, and more`);
    await other(second).getByText(`${FIRST}, and more`).waitFor();
    await second.close();
    await first.reload();
    await shows(form.field(first), SECOND);
    await other(first).getByText(`${FIRST}, and more`).waitFor();
  },
);

test('what is sent in one tab leaves what was typed in the other, and empties one that nobody touched', async ({ open, circle, ana }) => {
  const at = `/posts/${await circle.post(ana, { content: 'One table' })}`;
  const { page: first, newTab } = await open(ana, { at });
  const [second, untouched] = [await newTab(), await newTab()];
  for (const page of [first, second, untouched]) {
    await page.goto(at);
    await commentField(page).waitFor();
  }
  await typeOver(commentField(first), 'Soup');
  for (const page of [second, untouched]) await shows(commentField(page), 'Soup');
  await first.getByRole('button', { name: 'Send' }).click();
  await comments(first).filter({ hasText: 'Soup' }).waitFor();
  for (const page of [first, second, untouched]) await shows(commentField(page), '');

  await typeOver(commentField(first), 'Bread');
  await shows(commentField(second), 'Bread');
  await typeOver(commentField(second), 'Bread and salt');
  await shows(commentField(untouched), 'Bread and salt');
  // It has not seen what was added.
  await first.getByRole('button', { name: 'Send' }).click();
  await comments(second).filter({ hasText: 'Bread' }).waitFor();
  expect(await commentField(second).inputValue()).toBe('Bread and salt');
  // Whoever has just sent may be writing the next already: what is typed elsewhere is not put under their hands.
  await other(first).getByText('Bread and salt').waitFor();
  expect(await commentField(first).inputValue()).toBe('');
  await second.close();
  await untouched.reload();
  await shows(commentField(untouched), 'Bread and salt');
  await untouched.getByRole('button', { name: 'Discard' }).click();
  // It is gone from the device then, and not only from the field.
  await other(first).waitFor({ state: 'hidden' });
  expect(await commentField(first).inputValue()).toBe('');
  await untouched.reload();
  await commentField(untouched).waitFor();
  expect(await storedDrafts(untouched)).toEqual([]);
});

test('what is typed before the device has answered takes the place of nothing', async ({ open, circle, ana }) => {
  const at = `/posts/${await circle.post(ana, { content: 'One table' })}`;
  const { page: first, newTab } = await open(ana, { at });
  await typeOver(commentField(first), FIRST);
  await expect.poll(() => storedDrafts(first)).toEqual([FIRST]);
  const second = await newTab();
  await second.addInitScript(() => {
    // As soon as there is a field it is typed in, before anything that was asked of the device can answer.
    new MutationObserver((_, watch) => {
      const field = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Write a comment"]');
      if (!field) return;
      watch.disconnect();
      field.focus();
      document.execCommand('insertText', false, 'Quick');
    }).observe(document, { subtree: true, childList: true });
  });
  await second.goto(at);
  await other(second).getByText(FIRST).waitFor();
  expect(await commentField(second).inputValue()).toBe('Quick');
  await expect.poll(async () => (await storedDrafts(second)).toSorted()).toEqual([FIRST, 'Quick']);
});

test('of what is typed without a pause the device has all but the last moment, also after a crash', async ({ open, ana }) => {
  const { page, newTab } = await open(ana, { at: '/posts/create' });
  const watching = await newTab();
  await watching.goto('/friends');
  const field = page.getByLabel('What would you like to share?');
  await field.focus();
  const saved = new Set<string>();
  // The keys come from the page itself, so that no pause gets in between them.
  const keys = await page.evaluateHandle(() =>
    setInterval(() => void document.execCommand('insertText', false, String((performance.now() % 10) | 0)), 50),
  );
  await expect
    .poll(async () => {
      for (const draft of await storedDrafts(watching)) saved.add(String((JSON.parse(draft) as { content: string }).content));
      return saved.size;
    })
    .toBeGreaterThan(3);
  await keys.dispose();
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
  await watching.goto('/posts/create');
  const again = watching.getByLabel('What would you like to share?');
  await watching.getByText('Draft restored').waitFor();
  const kept = await again.inputValue();
  for (const text of saved) expect(kept.startsWith(text)).toBe(true);
});

test('the other text can be taken up or let go of by keyboard, wherever it is found', async ({ open, circle, ana }) => {
  const at = `/posts/${await circle.post(ana, { content: 'One table' })}`;
  const { page: first, newTab } = await open(ana, { at });
  const second = await newTab();
  await second.goto(at);
  await typeOver(commentField(first), FIRST);
  await shows(commentField(second), FIRST);
  await typeOver(commentField(second), SECOND);
  await other(first).getByText(SECOND).waitFor();
  expect(await barriers(first, 'another text above a comment')).toEqual([]);

  // They change places.
  await other(first).getByRole('button', { name: 'Use this text' }).press('Enter');
  await shows(commentField(first), SECOND);
  await hasFocus(commentField(first));
  await other(first).getByText(FIRST).waitFor();
  await second.close();
  await other(first).getByRole('button', { name: 'Use this text' }).press('Enter');
  await shows(commentField(first), FIRST);
  await other(first).getByRole('button', { name: 'Discard: the other text' }).press('Enter');
  await first.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).press('Enter');
  await other(first).waitFor({ state: 'detached' });
  await expect.poll(() => storedDrafts(first)).toEqual([FIRST]);
  expect(await commentField(first).inputValue()).toBe(FIRST);

  const third = await newTab();
  await third.goto(`${at}?outbox`);
  const sheet = third.getByRole('dialog', { name: 'Outbox' });
  await sheet.getByText(FIRST).waitFor();
  expect(await sheet.getByRole('listitem').count()).toBe(1);
});
