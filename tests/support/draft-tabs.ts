/** One draft that is edited in two tabs: the forms, and what happens to both texts. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as browserTest } from './fixtures/browser.ts';

export const test = browserTest.extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana Ribeiro'));

const BOTH_KEPT = 'You started another text here too. Both are kept.';
export const FIRST = 'From the first tab';
export const SECOND = 'From the second one';

export const commentField = (page: Page): Locator => page.getByLabel('Write a comment');
export const other = (page: Page): Locator => page.getByRole('region', { name: 'Another text' });
export const typeOver = async (field: Locator, text: string) => {
  await field.fill(text);
  expect(await field.inputValue()).toBe(text);
};
export const shows = (field: Locator, text: string) => expect.poll(() => field.inputValue()).toBe(text);

/** Where each form is, and its text field. */
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

/** Runs the test of two tabs for each of these forms. */
export const testTwoTabs = (names: readonly (keyof typeof forms)[]): void =>
  test.for(names)(
    '%s: an untouched form follows the other tab; where both were edited, both texts are kept',
    async (name, { open, circle, ana }) => {
      const form = forms[name];
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
      // The newest of the texts whose tabs are gone, and the other beside it.
      await first.reload();
      await shows(form.field(first), `${FIRST}, and more`);
      await other(first).getByText(SECOND).waitFor();
    },
  );
