/** Mira, who invites, and the questions that her guests are asked. */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import type { Member } from '../../support/fixtures/server.ts';
import { linkIn, tokenOf } from '../../support/member.ts';
import { plainPhoto } from '../../support/photos.ts';

export const address = (): string => `${uuid()}@kith.test`;
export const seat = (page: Page, name = 'Mira Holm') =>
  page.getByRole('heading', { level: 1, name: `${name} would like you at their table` });
export const question = (page: Page, name = 'Mira Holm') =>
  page.getByRole('heading', { level: 1, name: `${name} would like you at their table` });
export const answer = (page: Page, words: 'Accept' | 'Not now') => page.getByRole('button', { name: words, exact: true });
export const tribe = (page: Page) => page.getByText('Build your tribe');

/** Fills in the form of an invitation by mail. */
export async function fillSeat(page: Page, name = 'Noor Aziz'): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill('correct horse 7');
}
export const takeSeat = (page: Page) => page.getByRole('button', { name: 'Take your seat', exact: true });

export const test = browserTest
  /** Mira has a profile photo, and a post for her friends. */
  .extend('mira', async ({ circle, server }) => {
    const mira = await circle.signUp('Mira Holm', { email: address() });
    await fetch(`${server.url}/api/profiles/me/image`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mira.client.token()}`, 'content-type': 'image/png' },
      body: new Uint8Array(await plainPhoto('#2a7f62')),
    });
    await circle.post(mira, { content: 'Soup on Sunday?' });
    return mira;
  })
  /** Invites an address by mail. Returns the path of the link in that mail, with the secret that proves the address. */
  .extend('mailed', ({ server }) => async (from: Member, email: string): Promise<string> => {
    expect((await from.client.post('/api/friends/invite', { email })).status).toBe(201);
    const { pathname, hash } = new URL(linkIn(await server.mailTo(email), 'invite'));
    return `${pathname}${hash}`;
  })
  /** The same without the secret, as the inviter knows it. */
  .extend('invite', ({ server }) => async (from: Member, email: string): Promise<string> => {
    expect((await from.client.post('/api/friends/invite', { email })).status).toBe(201);
    return `/auth#invite=${tokenOf(await server.mailTo(email), 'invite')}`;
  });
