/** Somebody who signed up in another browser, and the button that confirms their address. */
import type { Page } from 'playwright-core';
import { apiClient } from '../../support/api-client.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { type Person, verificationLink } from '../../support/people.ts';

export const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm my address' });

export const test = browserTest
  /** Signs a person up in another browser. Returns the path of the link in the mail. */
  .extend('signedUpElsewhere', ({ server }) => async (who: Person): Promise<string> => {
    await apiClient(server.url).post('/api/auth/sign-up', { email: who.email, password: who.password, name: who.name });
    const { pathname, hash } = await verificationLink(server, who.email);
    return `${pathname}${hash}`;
  });
