import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('without an environment everything runs on one machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    trustProxy: [],
    publicUrl: 'http://localhost:3000',
    databaseUrl: null,
    natsUrl: null,
    smtpUrl: null,
    maxDirectFriends: 8,
    signUp: 'open',
    rateLimits: true,
    metricsToken: null,
    mailFrom: 'Kith <kith@localhost>',
    contactEmail: 'contact@localhost',
  });
});

test('a variable that is set counts, an empty one does not', () => {
  const config = readConfig({
    PORT: '8080',
    HOST: '0.0.0.0',
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8',
    PUBLIC_URL: 'https://kith.example/',
    SMTP_URL: '',
    MAX_DIRECT_FRIENDS: '5',
    SIGN_UP: 'closed',
    RATE_LIMITS: '0',
  });
  expect(config).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    trustProxy: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
    publicUrl: 'https://kith.example',
    smtpUrl: null,
    maxDirectFriends: 5,
    signUp: 'closed',
    rateLimits: false,
  });
});

test('a server for more than this machine takes invitations, unless the operator says otherwise', () => {
  const signUpAt = (PUBLIC_URL: string, SIGN_UP = '') => readConfig({ PUBLIC_URL, SIGN_UP }).signUp;
  expect(['http://localhost:8080', 'http://127.0.0.1:3000', 'http://[::1]:3000'].map((url) => signUpAt(url))).toEqual([
    'open',
    'open',
    'open',
  ]);
  expect(['https://kith.example', 'http://192.168.1.4:3000'].map((url) => signUpAt(url))).toEqual(['invited', 'invited']);
  for (const mode of ['open', 'invited', 'closed']) expect(signUpAt('https://kith.example', mode)).toBe(mode);
});

test('once mails leave this machine, only a named address receives what members write', () => {
  const SMTP_URL = 'smtp://localhost:25';
  expect(readConfig({ SMTP_URL }).contactEmail).toBeNull();
  expect(readConfig({ SMTP_URL, CONTACT_EMAIL: 'ana@kith.test' }).contactEmail).toBe('ana@kith.test');
});

test.each([
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, but is "http".'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, but is "70000".'],
  [{ HOST: 'http://localhost' }, 'HOST must be an address of this machine or a name of it, without a port, but is "http://localhost".'],
  [{ PUBLIC_URL: 'kith.example' }, 'PUBLIC_URL must be a URL that begins with http:// or https://, but is "kith.example".'],
  [{ CONTACT_EMAIL: 'me' }, 'CONTACT_EMAIL must be a mail address, but is "me".'],
  [{ SIGN_UP: 'maybe' }, 'SIGN_UP must be open, invited or closed, but is "maybe".'],
])('%o is refused with a sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(new ConfigError(sentence));
});

test.each([
  [{ DATABASE_URL: 'postgres://kith@db.example/kith?sslmode=prefer' }, /^DATABASE_URL must have one of .* switch the encryption off\.$/],
  [
    { DATABASE_URL: 'postgres://kith@db.example/kith', DATABASE_POOLER_URL: 'postgres://kith@db.example/kith?sslmode=allow' },
    /^DATABASE_POOLER_URL must have one of/,
  ],
  [{ SMTP_URL: 'smtp://mail.example?tls=maybe' }, /^SMTP_URL may end with \?tls=none/],
  [{ NATS_URL: 'nats://nats.example?tls=0' }, /^NATS_URL may end with \?tls=none/],
])('%o is refused, because it does not say whether it is encrypted', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence);
});

const vapid = {
  VAPID_PUBLIC_KEY: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
  VAPID_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
};
const itsPublicKey = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';

test('the keys for push services are a pair, or both missing', () => {
  expect(readConfig({}).pushKeys).toBeNull();
  const keys = readConfig({ ...vapid, VAPID_PUBLIC_KEY: itsPublicKey }).pushKeys;
  expect(keys?.publicKey.toString('base64url')).toBe(itsPublicKey);
  expect(() => readConfig(vapid)).toThrow(new ConfigError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are no pair.'));
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = vapid;
  expect(() => readConfig({ VAPID_PUBLIC_KEY })).toThrow('VAPID_PRIVATE_KEY must be set as well, because VAPID_PUBLIC_KEY is.');
  expect(() => readConfig({ VAPID_PRIVATE_KEY })).toThrow('VAPID_PUBLIC_KEY must be set as well, because VAPID_PRIVATE_KEY is.');
});

test('push services besides the known ones are named with their ports', () => {
  expect(readConfig({}).pushHosts).toEqual([]);
  expect(readConfig({ PUSH_HOSTS: 'Push.Home:8443, 127.0.0.1:1,[::1]:65535' }).pushHosts).toEqual([
    'push.home:8443',
    '127.0.0.1:1',
    '[::1]:65535',
  ]);
  for (const PUSH_HOSTS of ['push.home', 'https://push.home:8443', 'push.home:0', 'push.home:70000', 'push.home:8443/a', 'a@b:1', ':1'])
    expect(() => readConfig({ PUSH_HOSTS })).toThrow('PUSH_HOSTS must be hosts with their ports');
});

test.each(['nginx', '10.0.0.0/33', '10.0.0.0/8/8', '127.0.0.1 10.0.0.1', 'fd00::/129'])('%s is not a trusted proxy', (TRUST_PROXY) => {
  expect(() => readConfig({ TRUST_PROXY })).toThrow(
    new ConfigError(`TRUST_PROXY must be addresses or networks (as 10.0.0.0/8), with commas between, but is "${TRUST_PROXY}".`),
  );
});

const SECRET = 'hunter2';

test.each([
  { DATABASE_URL: `mysql://ana:${SECRET}@db.example/kith` },
  { DATABASE_URL: `//ana:${SECRET}@db.example/kith` },
  { DATABASE_URL: SECRET },
  { DATABASE_URL: `postgres://ana:${SECRET}/x@db.example/kith` },
  { DATABASE_URL: `postgres://ana:12?${SECRET}@db.example/kith` },
  { DATABASE_URL: `postgres://ana:12#${SECRET}@db.example/kith` },
  { DATABASE_URL: `postgres://ana:12/${SECRET}@db.example/kith` },
  { DATABASE_URL: `postgres://ana:${SECRET}%zz@db.example/kith` },
  { NATS_URL: `http://ana:${SECRET}@nats.example` },
  { NATS_URL: `nats://${SECRET}%@nats.example` },
  { SMTP_URL: `https://ana:${SECRET}@mail.example` },
  { SMTP_URL: `ana:${SECRET}@mail.example:587` },
  { ERROR_REPORTING_DSN: `https://errors.example/${SECRET}` },
  { METRICS_TOKEN: SECRET },
  { VAPID_PRIVATE_KEY: SECRET },
  { VAPID_PRIVATE_KEY: Buffer.alloc(32).toString('base64url') },
  { METRICS_TOKEN: `${SECRET} with spaces in it` },
  { PUBLIC_URL: `ftp://ana:${SECRET}@kith.example` },
  { HOST: `http://ana:${SECRET}@kith.example` },
])('%o is refused without showing its password', (env) => {
  const [name = ''] = Object.keys(env);
  const refused = (() => {
    try {
      readConfig(env);
    } catch (error) {
      return error;
    }
  })();
  expect(refused).toBeInstanceOf(ConfigError);
  const { message } = refused as ConfigError;
  expect(message).toMatch(new RegExp(`^${name} must `));
  expect(message).not.toContain(SECRET);
  expect(message).not.toContain('ana');
});

test('a password in a URL may contain anything that is percent-encoded', () => {
  const DATABASE_URL = 'postgres://ana:a%2Fb%3Fc%23d%40e%25@db.example/kith?host=/run/postgresql';
  const SMTP_URL = 'smtps://ana%40kith.example:secret@mail.example:465';
  expect(readConfig({ DATABASE_URL, SMTP_URL, NATS_URL: 'nats://token@nats.example' })).toMatchObject({
    databaseUrl: DATABASE_URL,
    smtpUrl: SMTP_URL,
  });
});

test('a provider takes an id and a secret, and is Google unless another issuer is named', () => {
  expect(readConfig({}).provider).toBeNull();
  const OIDC_CLIENT_ID = 'kith';
  const OIDC_CLIENT_SECRET = 'hush';
  const google = readConfig({ OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }).provider;
  expect(google).toMatchObject({ issuer: 'https://accounts.google.com', name: 'Google', clientId: 'kith', clientSecret: 'hush' });
  expect(google?.pictureHosts).toContain('lh3.googleusercontent.com');
  const own = { OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ISSUER: 'https://id.kith.example/realm/' };
  expect(readConfig(own).provider).toMatchObject({
    issuer: 'https://id.kith.example/realm/',
    name: 'id.kith.example',
    pictureHosts: ['id.kith.example'],
  });
  expect(
    readConfig({ ...own, OIDC_NAME: 'Our house', OIDC_PICTURE_HOSTS: 'Pictures.kith.example, cdn.kith.example' }).provider,
  ).toMatchObject({
    name: 'Our house',
    pictureHosts: ['pictures.kith.example', 'cdn.kith.example'],
  });
  expect(readConfig({ ...own, OIDC_ISSUER: 'http://localhost:9000' }).provider?.issuer).toBe('http://localhost:9000');
});

test('an incomplete provider, or one over plain http on a network, is refused without showing its secret', () => {
  for (const [env, words] of [
    [{ OIDC_CLIENT_ID: 'kith' }, 'OIDC_CLIENT_SECRET must be set as well, because OIDC_CLIENT_ID is.'],
    [{ OIDC_CLIENT_SECRET: 'hush' }, 'OIDC_CLIENT_ID must be set as well, because OIDC_CLIENT_SECRET is.'],
    [{ OIDC_ISSUER: 'https://id.kith.example' }, 'OIDC_CLIENT_ID must be set as well, because OIDC_ISSUER is.'],
    [{ OIDC_ISSUER: 'http://id.kith.example' }, 'OIDC_ISSUER must be a URL that begins with https://'],
    [{ OIDC_ISSUER: 'javascript:alert(1)' }, 'OIDC_ISSUER must be a URL that begins with https://'],
    [{ OIDC_PICTURE_HOSTS: 'https://a.example' }, 'OIDC_PICTURE_HOSTS must be names of hosts'],
  ] as const) {
    expect(() => readConfig(env)).toThrow(words);
    expect(() => readConfig(env)).not.toThrow('hush');
  }
});
