/** Two strangers, a link that one of them made, and the page that asks before anything happens. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { onTestFinished } from 'vitest';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import type { Member } from '../../support/fixtures/server.ts';

export const address = (): string => `${uuid()}@kith.test`;
export const question = (page: Page, name = 'Eve Moss') => page.getByRole('heading', { level: 1, name: `Ask ${name} to be friends?` });
export const ask = (page: Page) => page.getByRole('button', { name: 'Ask to be friends' });
export const notNow = (page: Page) => page.getByRole('button', { name: 'Not now' });

export const test = browserTest
  .extend('eve', ({ circle }) => circle.signUp('Eve Moss', { email: address() }))
  .extend('otto', ({ circle }) => circle.signUp('Otto Berg', { email: address() }))
  /** A link that this member made, and the path that opens it. */
  .extend('linkOf', () => async (maker: Member, uses = 3): Promise<{ id: string; path: string }> => {
    const { body } = await maker.client.post('/api/friends/invite-links', { uses });
    return { id: body.data.id, path: `/auth#invite=${body.data.token}` };
  })
  /** The names of the people who ask this member to be friends. */
  .extend('asking', () => async (member: Member): Promise<string[]> => {
    const { body } = await member.client.get('/api/friends/invitations/received');
    return body.data.items.map(({ inviter_name }: { inviter_name: string }) => inviter_name);
  });

/** A page of somebody else that sends everybody who opens it to this address. */
export async function pageElsewhere(leadsTo: string): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>Cats</title><script>location = ${JSON.stringify(leadsTo)}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
