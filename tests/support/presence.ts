/** Members who have to show that they are there: their sessions become old, and the sheet asks. */
import type { Locator, Page } from 'playwright-core';
import type { Member } from './circle.ts';
import type { StartedApp } from './start-app.ts';

/** For all sessions of this member, the last five minutes are over. */
export async function letPresencePass({ sql }: Pick<StartedApp, 'sql'>, { id }: Pick<Member, 'id'>): Promise<void> {
  await sql`update sessions set present_at = present_at - interval '6 minutes' where user_id = ${id}`;
}

/** The sheet that asks whether it is the member. */
export const presenceSheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Is it you?' });

/** Enters a password in that sheet, and presses its button. */
export async function answerWithPassword(page: Page, password: string): Promise<void> {
  await presenceSheet(page).getByLabel('Your password', { exact: true }).fill(password);
  await presenceSheet(page).getByRole('button', { name: 'Continue', exact: true }).click();
}
