/** Fixtures of the tests about whom a link or a mailed invitation lets in. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { apiClient } from './api-client.ts';
import { PASSWORD } from './circle.ts';
import { test as serverTest } from './fixtures/server.ts';
import { tokenOf } from './member.ts';
import type { TestMail } from './start-app.ts';

export const address = (): string => `${uuid()}@kith.test`;
const isVerification = ({ links }: TestMail) => links.some((link) => link.includes('verify='));
export const times = (count: number) => Array.from({ length: count }, (_, nth) => nth);

/** A server that takes in who was invited, and Mira, who invites. */
export const test = serverTest
  .extend('serverOptions', { scope: 'file' }, () => ({ env: { SIGN_UP: 'invited' } }))
  .extend('mira', ({ circle }) => circle.signUp('Mira', { email: address() }))
  /** Mira's link for this many people. */
  .extend('make', ({ mira }) => async (uses = 1): Promise<{ id: string; token: string }> => {
    const { body } = await mira.client.post('/api/friends/invite-links', { uses });
    return body.data;
  })
  .extend(
    'links',
    ({ mira }) =>
      async () =>
        (await mira.client.get('/api/friends/invite-links')).body.data.items,
  )
  /** The token in the mail of an invitation to an address of nobody. */
  .extend('mailed', ({ mira, server }) => async (): Promise<string> => {
    const email = address();
    expect((await mira.client.post('/api/friends/invite', { email })).status).toBe(201);
    return tokenOf(await server.mailTo(email), 'invite');
  })
  /** A visitor who signs up in one browser, and confirms there or elsewhere. */
  .extend('visitor', ({ server }) => (name: string, email = address()) => {
    const client = apiClient(server.url);
    const verification = async () => tokenOf(await server.mailTo(email, isVerification), 'verify');
    return {
      client,
      email,
      signUp: (invite?: string) => client.post('/api/auth/sign-up', { email, name, password: PASSWORD, ...(invite ? { invite } : {}) }),
      confirm: async () => client.post('/api/auth/verify', { token: await verification(), session: 'token' }),
      confirmElsewhere: async () =>
        apiClient(server.url).post('/api/auth/verify', { token: await verification(), password: PASSWORD, session: 'token' }),
    };
  })
  /** The names of those who ask Mira to be friends. */
  .extend('asking', ({ mira }) => async (): Promise<string[]> => {
    const { body } = await mira.client.get('/api/friends/invitations/received');
    return body.data.items.map(({ inviter_name }: { inviter_name: string }) => inviter_name);
  });
