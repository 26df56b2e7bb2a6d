import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { storedRows } from './stored-rows.ts';

/** The texts of all drafts that this browser has stored, as an open page sees them. A form with several fields is JSON. */
export async function storedDrafts(page: Page): Promise<readonly string[]> {
  const rows = await storedRows(page, 'plugin-local-documents-');
  const drafts = rows.filter(({ id, _deleted }) => id.startsWith('draft-') && _deleted === '0');
  return drafts.map(({ data }) => (typeof data?.value === 'string' ? data.value : JSON.stringify(data?.value)));
}

/** Waits until a draft that contains this text is stored. From then on it outlives its page. */
export const draftStored = (page: Page, text: string): Promise<void> =>
  expect.poll(async () => (await storedDrafts(page)).some((draft) => draft.includes(text))).toBe(true);
