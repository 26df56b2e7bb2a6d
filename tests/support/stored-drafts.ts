import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { storedRows } from './stored-rows.ts';

/** The suffix of the name of the database that holds the drafts. */
const DRAFTS = '--drafts';

/** The texts of all drafts that this browser has stored, as an open page sees them. A form with several fields is JSON. */
export async function storedDrafts(page: Page): Promise<readonly string[]> {
  const drafts = await storedRows(page, 'drafts', DRAFTS);
  return drafts.map(({ value }) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

/** Waits until a draft that contains this text is stored. From then on it outlives its page. */
export const draftStored = (page: Page, text: string): Promise<void> =>
  expect.poll(async () => (await storedDrafts(page)).some((draft) => draft.includes(text))).toBe(true);
