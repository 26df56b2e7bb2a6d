/** A visitor's new device, on which Ana is about to sign in. Her pulls can be held back, lost or watched. */
import type { Page } from 'playwright-core';
import type { PullRequest } from '../../../schemas/protocol/sync.ts';
import { PASSWORD } from '../../support/circle.ts';

/** Fills in the form, and waits for what begins to load at the first key. */
export async function typeSignIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.waitForLoadState('networkidle');
}

export const login = (page: Page): Promise<void> => page.getByRole('button', { name: 'Login', exact: true }).click();

/** Notes what each pull of this browser asks for. `meet` is called for each with its number, from 1; if it returns 'lost' there is no answer. */
export async function watchPulls(page: Page, meet: (nth: number) => Promise<unknown>): Promise<PullRequest['collections'][]> {
  const asked: PullRequest['collections'][] = [];
  await page.context().route('**/api/sync/pull', async (route) => {
    asked.push((route.request().postDataJSON() as PullRequest).collections);
    const end = await meet(asked.length);
    // The worker may have given up by now.
    await (end === 'lost' ? route.abort() : route.continue()).catch(() => undefined);
  });
  return asked;
}

/** A promise, and what settles it. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
