/** Ways to sign in besides the password, each answer checked against the document: passkeys, codes, and a real identity provider. */
import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { PASSKEYS_MAX } from '../../schemas/account/sign-in-ways.ts';
import { apiClient } from '../support/api-client.ts';
import type { Circle } from '../support/fixtures/server.ts';
import { type RealProvider, walkThrough } from '../support/oidc-provider.ts';
import { plainPhoto } from '../support/photos.ts';
import { softwarePasskey } from '../support/software-passkey.ts';
import type { StartedApp } from '../support/start-app.ts';
import { type Ask, is } from './asking.ts';

interface Given {
  readonly ask: Ask;
  readonly server: StartedApp;
}

/** A member signs in by passkey, adds passkeys up to the limit, and then turns on a code for every sign-in. */
export async function byPasskeyAndCode({ ask, circle, server }: Given & { readonly circle: Circle }): Promise<void> {
  const hal = await circle.signUp('Hal');
  const presence = { current_password: hal.password };
  const passkey = softwarePasskey(server.url);
  const options = await ask(hal, 'POST', '/auth/passkeys/options', presence);
  const added = await ask(hal, 'POST', '/auth/passkeys', { name: 'Phone', response: passkey.make(options.body.data) });
  expect(added).toMatchObject(is(201));
  const again = await ask(hal, 'POST', '/auth/passkeys/options', presence);
  expect(await ask(hal, 'POST', '/auth/passkeys', { name: 'Phone', response: passkey.make(again.body.data) })).toMatchObject(is(409));
  const visitor = { client: apiClient(server.url) };
  const signIn = async (different = {}) => {
    const { body } = await ask(visitor, 'POST', '/auth/passkeys/sign-in/options');
    return ask(visitor, 'POST', '/auth/passkeys/sign-in', { response: passkey.sign(body.data, different) });
  };
  expect(await signIn()).toMatchObject(is(200));
  expect(await signIn({ verified: false })).toMatchObject(is(401));
  expect(await ask(hal, 'PUT', `/auth/passkeys/${added.body.data.id}`, { name: 'Old phone' })).toMatchObject(is(200));
  for (let nth = 2; nth <= PASSKEYS_MAX; nth += 1) {
    const { body } = await ask(hal, 'POST', '/auth/passkeys/options', {});
    const another = softwarePasskey(server.url).make(body.data);
    expect(await ask(hal, 'POST', '/auth/passkeys', { name: `Key ${nth}`, response: another })).toMatchObject(is(201));
  }
  expect(await ask(hal, 'POST', '/auth/passkeys/options', {})).toMatchObject({ status: 409, body: { code: 'PASSKEYS_FULL' } });
  expect(await ask(hal, 'DELETE', `/auth/passkeys/${added.body.data.id}`)).toMatchObject(is(200));

  const { secret } = (await ask(hal, 'POST', '/auth/second-factor', presence)).body.data;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const confirmed = await ask(hal, 'POST', '/auth/second-factor/confirm', { code });
  expect(confirmed).toMatchObject(is(200));
  const [first, second, third] = confirmed.body.data.recovery_codes;
  expect(await ask(hal, 'POST', '/auth/second-factor', presence)).toMatchObject(is(409));
  expect(await ask(hal, 'POST', '/auth/second-factor/confirm', { code })).toMatchObject(is(409));
  expect(await ask(visitor, 'POST', '/auth/sign-in', { email: hal.email, password: hal.password })).toMatchObject({
    body: { code: 'CODE_NEEDED' },
  });
  expect(await ask(visitor, 'POST', '/auth/second-factor/sign-in', { code: first })).toMatchObject(is(200));
  expect(await ask(visitor, 'POST', '/auth/sign-in', { email: hal.email, password: hal.password })).toMatchObject(is(403));
  const renewed = await ask(hal, 'POST', '/auth/second-factor/recovery-codes', { ...presence, code: second });
  expect(renewed).toMatchObject(is(200));
  expect(await ask(hal, 'POST', '/auth/second-factor/off', { ...presence, code: third })).toMatchObject(is(403));
  const off = { ...presence, code: renewed.body.data.recovery_codes[0] };
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

  const options = await ask(nora, 'POST', '/auth/passkeys/options', {});
  const made = { name: 'Phone', response: softwarePasskey(server.url).make(options.body.data) };
  const passkey = `/auth/passkeys/${(await ask(nora, 'POST', '/auth/passkeys', made)).body.data.id}`;
  const later = { client: apiClient(without.url) };
  later.client.use(nora.client.token());
  // That server has no sign-in by provider, and Nora has no password.
  expect(await ask(later, 'DELETE', passkey)).toMatchObject({ status: 409, body: { code: 'PASSKEY_LAST_WAY_IN' } });
  expect(await ask(later, 'GET', '/auth/google/start')).toMatchObject(is(404));
  expect(await ask(later, 'POST', '/auth/google/callback', { query: 'code=1' })).toMatchObject(is(404));
  for (const path of ['/oauth/process-profile-image', '/oauth/retry-google-profile'])
    expect(await ask(later, 'POST', path)).toMatchObject(is(404));
  expect(await ask(nora, 'DELETE', passkey)).toMatchObject(is(200));
}
