/** Ways to sign in, each answer checked against the document: password, passkeys, codes, and a real identity provider. */
import { Secret, TOTP } from 'otpauth';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { type LinkKind, readMailLink } from '../../schemas/account/mail-link.ts';
import { PASSKEYS_MAX } from '../../schemas/account/sign-in-ways.ts';
import { apiClient } from '../support/api-client.ts';
import type { Circle } from '../support/fixtures/server.ts';
import { linkIn, tokenIn, tokenOf } from '../support/member.ts';
import { type RealProvider, walkThrough } from '../support/oidc-provider.ts';
import { plainPhoto } from '../support/photos.ts';
import { softwarePasskey } from '../support/software-passkey.ts';
import type { StartedApp } from '../support/start-app.ts';
import { type Ask, is } from './asking.ts';

interface Given {
  readonly ask: Ask;
  readonly server: StartedApp;
}

/** An invited person takes their seat by both parts of the link in the mail. */
export async function byInvitation({ ask, circle, server }: Given & { readonly circle: Circle }): Promise<void> {
  const host = await circle.signUp('Host of Gil', { email: 'host@kith.test' });
  const email = 'gil@kith.test';
  expect(await ask(host, 'POST', '/friends/invite', { email })).toMatchObject(is(201));
  const { token, secret } = readMailLink(new URL(linkIn(await server.mailTo(email), 'invite'))) ?? {};
  const guest = { client: apiClient(server.url) };
  const [path, options] = ['/auth/invitations/join', '/auth/invitations/join/passkey-options'];
  const proof = { token, secret, name: 'Gil' };
  const body = { ...proof, password: 'correct horse 7' };
  expect(await ask(guest, 'POST', '/auth/invitations/preview', { token, secret })).toMatchObject({ body: { data: { address: 'proved' } } });
  expect(await ask(guest, 'POST', path, { ...body, secret: 'x' })).toMatchObject(is(400));
  expect(await ask(guest, 'POST', options, { ...proof, secret: 'x' })).toMatchObject(is(400));
  expect(await ask(guest, 'POST', path, { ...body, password: 'weak' })).toMatchObject(is(422));
  const challenge = await ask(guest, 'POST', options, proof);
  expect(challenge).toMatchObject(is(200));
  const passkey = softwarePasskey(server.url).make(challenge.body.data);
  expect(await ask({ client: apiClient(server.url) }, 'POST', path, { ...proof, passkey })).toMatchObject(is(403));
  const joined = await ask(guest, 'POST', path, body);
  expect(joined).toMatchObject({ status: 200, body: { data: { user: { email } } } });
  guest.client.use(joined.body.data.access_token);
  const unproved = { status: 403, body: { code: 'ADDRESS_UNPROVED' } };
  expect(await ask(guest, 'POST', '/auth/second-factor')).toMatchObject(unproved);
  expect(await ask(guest, 'PUT', '/auth/user', { email: 'gil.b@kith.test' })).toMatchObject(unproved);
  expect(await ask(guest, 'POST', path, { ...body, password: 'another horse 8' })).toMatchObject({
    status: 409,
    body: { code: 'LINK_USED' },
  });
  expect(await ask(guest, 'POST', options, proof)).toMatchObject(is(409));
}

/** Somebody signs up, confirms, shows that it is them, moves to another address, chooses another password, and ends sessions. */
export async function byPassword({ ask, circle, server }: Given & { readonly circle: Circle }): Promise<void> {
  const { client: visitor } = { client: apiClient(server.url) };
  const somebody = { client: visitor };
  const email = 'fay@kith.test';
  expect(await ask(somebody, 'POST', '/auth/sign-up', { email, password: 'correct horse 7', name: 'Fay' })).toMatchObject(is(201));
  expect(await ask(somebody, 'POST', '/auth/sign-in', { email, password: 'correct horse 7' })).toMatchObject({
    status: 403,
    body: { code: 'EMAIL_NOT_VERIFIED' },
  });
  expect(await ask(somebody, 'POST', '/auth/resend-verification', { email })).toMatchObject(is(200));
  const mailed = async (kind: LinkKind, to = email) =>
    tokenOf(await server.mailTo(to, ({ links }) => links.some((link) => tokenIn(link, kind) !== undefined)), kind);
  const token = await mailed('verify');
  for (const path of ['/auth/verify', '/auth/verify/look'])
    expect(await ask(somebody, 'POST', path, { token: 'x' })).toMatchObject(is(400));
  expect(await ask(somebody, 'POST', '/auth/verify/look', { token })).toMatchObject({ body: { data: { email, signed_up_here: true } } });
  const { body: session } = await ask(somebody, 'POST', '/auth/verify', { token, session: 'token' });
  expect(await ask({ client: apiClient(server.url) }, 'POST', '/auth/verify', { token })).toMatchObject({
    status: 409,
    body: { code: 'LINK_USED' },
  });
  visitor.use(session.data.access_token);
  expect(await ask(somebody, 'POST', '/auth/sign-in', { email, password: 'wrong' })).toMatchObject(is(401));
  expect(await ask(somebody, 'POST', '/auth/sign-in', { email, password: 'correct horse 7' })).toMatchObject(is(200));
  expect(await ask(somebody, 'POST', '/auth/refresh', { refresh_token: session.data.refresh_token })).toMatchObject(is(200));
  expect(await ask(somebody, 'POST', '/auth/refresh', { refresh_token: 'x' })).toMatchObject(is(401));
  expect(await ask(somebody, 'PUT', '/auth/user', { name: 'Fay K.' })).toMatchObject(is(200));
  await server.sql`update sessions set present_at = present_at - interval '6 minutes' where user_id = ${session.data.user.id}`;
  expect(await ask(somebody, 'PUT', '/auth/user', { password: 'better horse 8' })).toMatchObject(is(403));
  for (const path of ['/auth/sessions', `/auth/sessions/${uuid()}`, `/auth/passkeys/${uuid()}`])
    expect(await ask(somebody, 'DELETE', path)).toMatchObject(is(403));
  expect(await ask(somebody, 'PUT', `/auth/passkeys/${uuid()}`, { name: 'Phone' })).toMatchObject(is(403));
  expect(await ask(somebody, 'DELETE', '/profiles/me', { confirmation: 'DELETE' })).toMatchObject(is(403));
  expect(await ask(somebody, 'GET', '/profiles/me/export')).toMatchObject(is(403));
  expect(await ask(somebody, 'POST', '/auth/presence', { password: 'wrong' })).toMatchObject(is(403));
  expect(await ask(somebody, 'POST', '/auth/presence/provider')).toMatchObject(is(403));
  expect(await ask(somebody, 'POST', '/auth/presence', { password: 'correct horse 7' })).toMatchObject(is(200));
  const moved = { email: 'fay.k@kith.test' };
  expect(await ask(somebody, 'PUT', '/auth/user', moved)).toMatchObject(is(200));
  expect(await ask(somebody, 'POST', '/auth/confirm-address', { token: await mailed('address', moved.email) })).toMatchObject(is(200));
  // Before the link is opened, another member takes the address.
  const wanted = { ...moved, email: 'fay.l@kith.test' };
  expect(await ask(somebody, 'PUT', '/auth/user', wanted)).toMatchObject(is(200));
  await circle.signUp('Lou', { email: wanted.email });
  expect(await ask(somebody, 'POST', '/auth/confirm-address', { token: await mailed('address', wanted.email) })).toMatchObject({
    status: 409,
    body: { code: 'ADDRESS_TAKEN' },
  });
  expect(await ask(somebody, 'POST', '/auth/forgot-password', { email: moved.email })).toMatchObject(is(200));
  const reset = await mailed('token', moved.email);
  expect(await ask(somebody, 'GET', '/auth/sessions')).toMatchObject(is(200));
  expect(await ask(somebody, 'GET', '/auth/sign-in-ways')).toMatchObject(is(200));
  expect(await ask(somebody, 'POST', '/auth/passkeys/sign-in/options')).toMatchObject(is(200));
  expect(await ask(somebody, 'POST', '/auth/passkeys/options', {})).toMatchObject(is(200));
  expect(await ask(somebody, 'POST', '/auth/second-factor', {})).toMatchObject(is(200));
  expect(await ask(somebody, 'POST', '/auth/second-factor/confirm', { code: '000 000' })).toMatchObject(is(403));
  expect(await ask(somebody, 'POST', '/auth/confirm-address', { token: 'x' })).toMatchObject(is(400));
  expect(await ask(somebody, 'GET', '/profiles/me/export')).toMatchObject(is(200));
  const [other] = (await ask(somebody, 'GET', '/auth/sessions')).body.data.items.filter((one: { current: boolean }) => !one.current);
  expect(await ask(somebody, 'DELETE', `/auth/sessions/${other.id}`)).toMatchObject(is(200));
  expect(await ask(somebody, 'DELETE', '/auth/sessions')).toMatchObject(is(200));
  expect(await ask(somebody, 'POST', '/auth/reset-password', { token: 'x', password: 'better horse 8' })).toMatchObject(is(400));
  expect(await ask(somebody, 'POST', '/auth/reset-password', { token: reset, password: 'better horse 8' })).toMatchObject(is(200));
  const gus = await circle.signUp('Gus');
  for (let nth = 1; nth < 10; nth += 1) expect(await ask(gus, 'POST', '/auth/presence', { password: 'wrong' })).toMatchObject(is(403));
  expect(await ask(gus, 'POST', '/auth/presence', { password: 'wrong' })).toMatchObject(is(401));
  const hugo = await circle.signUp('Hugo');
  expect(await ask(hugo, 'DELETE', '/profiles/me', { confirmation: 'DELETE' })).toMatchObject(is(200));
  expect(await ask(somebody, 'POST', '/auth/sign-out', {})).toMatchObject(is(200));
}

/** A member signs in by passkey, adds passkeys up to the limit, and then turns on a code for every sign-in. */
export async function byPasskeyAndCode({ ask, circle, server }: Given & { readonly circle: Circle }): Promise<void> {
  const hal = await circle.signUp('Hal');
  const passkey = softwarePasskey(server.url);
  const options = await ask(hal, 'POST', '/auth/passkeys/options');
  const added = await ask(hal, 'POST', '/auth/passkeys', { name: 'Phone', response: passkey.make(options.body.data) });
  expect(added).toMatchObject(is(201));
  const again = await ask(hal, 'POST', '/auth/passkeys/options');
  expect(await ask(hal, 'POST', '/auth/passkeys', { name: 'Phone', response: passkey.make(again.body.data) })).toMatchObject(is(409));
  const visitor = { client: apiClient(server.url) };
  const signIn = async (different = {}) => {
    const { body } = await ask(visitor, 'POST', '/auth/passkeys/sign-in/options');
    return ask(visitor, 'POST', '/auth/passkeys/sign-in', { response: passkey.sign(body.data, different) });
  };
  expect(await signIn()).toMatchObject(is(200));
  const presence = async (different = {}) => {
    const { body } = await ask(hal, 'POST', '/auth/presence/passkey');
    return ask(hal, 'POST', '/auth/presence', { passkey: passkey.sign(body.data, different) });
  };
  expect(await presence({ verified: false })).toMatchObject({ status: 403, body: { code: 'PASSKEY_REFUSED' } });
  expect(await presence()).toMatchObject(is(200));
  expect(await signIn({ verified: false })).toMatchObject(is(401));
  expect(await ask(hal, 'PUT', `/auth/passkeys/${added.body.data.id}`, { name: 'Old phone' })).toMatchObject(is(200));
  for (let nth = 2; nth <= PASSKEYS_MAX; nth += 1) {
    const { body } = await ask(hal, 'POST', '/auth/passkeys/options', {});
    const another = softwarePasskey(server.url).make(body.data);
    expect(await ask(hal, 'POST', '/auth/passkeys', { name: `Key ${nth}`, response: another })).toMatchObject(is(201));
  }
  expect(await ask(hal, 'POST', '/auth/passkeys/options', {})).toMatchObject({ status: 409, body: { code: 'PASSKEYS_FULL' } });
  expect(await ask(hal, 'DELETE', `/auth/passkeys/${added.body.data.id}`)).toMatchObject(is(200));

  const { secret } = (await ask(hal, 'POST', '/auth/second-factor')).body.data;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const confirmed = await ask(hal, 'POST', '/auth/second-factor/confirm', { code });
  expect(confirmed).toMatchObject(is(200));
  const [first, second, third] = confirmed.body.data.recovery_codes;
  expect(await ask(hal, 'POST', '/auth/second-factor')).toMatchObject(is(409));
  expect(await ask(hal, 'POST', '/auth/second-factor/confirm', { code })).toMatchObject(is(409));
  expect(await ask(visitor, 'POST', '/auth/sign-in', { email: hal.email, password: hal.password })).toMatchObject({
    body: { code: 'CODE_NEEDED' },
  });
  expect(await ask(visitor, 'POST', '/auth/second-factor/sign-in', { code: first })).toMatchObject(is(200));
  expect(await ask(visitor, 'POST', '/auth/sign-in', { email: hal.email, password: hal.password })).toMatchObject(is(403));
  const renewed = await ask(hal, 'POST', '/auth/second-factor/recovery-codes', { code: second });
  expect(renewed).toMatchObject(is(200));
  expect(await ask(hal, 'POST', '/auth/second-factor/off', { code: third })).toMatchObject(is(403));
  const off = { code: renewed.body.data.recovery_codes[0] };
  expect(await ask(hal, 'POST', '/auth/second-factor/off', off)).toMatchObject(is(200));
  // This sign-in began while the second factor was on.
  expect(await ask(visitor, 'POST', '/auth/second-factor/sign-in', off)).toMatchObject(is(409));
  for (const path of ['recovery-codes', 'off']) expect(await ask(hal, 'POST', `/auth/second-factor/${path}`, off)).toMatchObject(is(409));
}

/** Starts in a new browser, signs in at the provider by this name, and consents. `comeBack` may be called again. */
async function goThrough({ ask, server }: Given, provider: RealProvider, name: string) {
  const browser = { client: apiClient(server.url) };
  const { body } = await ask(browser, 'GET', '/auth/google/start');
  const query = await walkThrough(provider, body.data.url, name);
  return {
    ...browser,
    comeBack: async () => {
      const answer = await ask(browser, 'POST', '/auth/google/callback', { query });
      if (answer.status === 200) browser.client.use(answer.body.data.access_token);
      return answer;
    },
  };
}

/** A person signs in by the provider of `server`, and then uses `without`, a server over the same database that has no provider. */
export async function byProvider(given: Given & { readonly provider: RealProvider; readonly without: StartedApp }): Promise<void> {
  const { ask, server, provider, without } = given;
  provider.register(server.url);
  const through = (name: string) => goThrough(given, provider, name);
  const claims = { email: 'nora@kith.test', email_verified: true };
  provider.knows('nora', { ...claims, name: 'Nora', picture: provider.shows('/nora.png', await plainPhoto('#00ff00')) });
  const nora = await through('nora');
  expect(await nora.comeBack()).toMatchObject({ status: 200, body: { data: { user: { email: claims.email }, is_new: true } } });
  expect(await nora.comeBack()).toMatchObject({ status: 400, body: { code: 'PROVIDER_FAILED' } });
  // The provider now gives this address to another account.
  provider.knows('another', claims);
  expect(await (await through('another')).comeBack()).toMatchObject({ status: 409, body: { code: 'ADDRESS_HAS_ACCOUNT' } });
  expect(await ask(nora, 'POST', '/oauth/retry-google-profile')).toMatchObject({ status: 200, body: { data: { processed: true } } });
  expect(await ask(nora, 'POST', '/oauth/process-profile-image')).toMatchObject({ status: 200, body: { data: { processed: false } } });

  const begun = await ask(nora, 'POST', '/auth/presence/provider');
  const back = { provider: await walkThrough(provider, begun.body.data.url, 'nora') };
  expect(await ask(nora, 'POST', '/auth/presence', back)).toMatchObject(is(200));
  expect(await ask(nora, 'POST', '/auth/presence', back)).toMatchObject({ status: 400, body: { code: 'PROVIDER_FAILED' } });
  const options = await ask(nora, 'POST', '/auth/passkeys/options');
  const made = { name: 'Phone', response: softwarePasskey(server.url).make(options.body.data) };
  const passkey = `/auth/passkeys/${(await ask(nora, 'POST', '/auth/passkeys', made)).body.data.id}`;
  const later = { client: apiClient(without.url) };
  later.client.use(nora.client.token());
  // That server has no sign-in by provider, and Nora has no password.
  expect(await ask(later, 'DELETE', passkey)).toMatchObject({ status: 409, body: { code: 'PASSKEY_LAST_WAY_IN' } });
  expect(await ask(later, 'POST', '/auth/presence', { provider: 'code=1' })).toMatchObject(is(404));
  expect(await ask(later, 'POST', '/auth/presence/provider')).toMatchObject(is(404));
  const start = '/auth/google/start';
  expect(await ask(later, 'GET', start)).toMatchObject(is(404));
  expect(await ask(later, 'POST', start, { invite: 'x' })).toMatchObject(is(404));
  expect(await ask({ client: apiClient(server.url) }, 'POST', start, { invite: 'x' })).toMatchObject(is(200));
  expect(await ask(later, 'POST', '/auth/google/callback', { query: 'code=1' })).toMatchObject(is(404));
  for (const path of ['/oauth/process-profile-image', '/oauth/retry-google-profile'])
    expect(await ask(later, 'POST', path)).toMatchObject(is(404));
  expect(await ask(nora, 'DELETE', passkey)).toMatchObject(is(200));
}
