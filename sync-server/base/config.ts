/**
 * Reads the environment once and checks it. Nothing else takes settings from `process.env`, except PATH for the embedded Postgres. With an
 * empty environment everything runs on one machine.
 */
import { readFileSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { MAX_DIRECT_FRIENDS, MOST_DIRECT_FRIENDS } from '../../schemas/friends/friend-limits.ts';
import { eachHost, parseDatabaseUrl, sslModes } from './database-url.ts';
import { isLoopbackUrl, WITHOUT_TLS } from './loopback.ts';
import { isHostAndPort, isP256Number, isP256Point, type PushKeysConfig, publicKeyOf } from './push-config.ts';

/** An identity provider, with which members may sign in without a password here. */
export interface ProviderConfig {
  /** exactly as the provider writes it */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** what members call it */
  readonly name: string;
  /** the only hosts from which pictures of members are fetched */
  readonly pictureHosts: readonly string[];
}

export interface Config {
  readonly port: number;
  /** the address to listen at */
  readonly host: string;
  /** the proxies whose forwarding headers count: addresses, and networks as `10.0.0.0/8` */
  readonly trustProxy: readonly string[];
  /** without a trailing slash */
  readonly publicUrl: string;
  /** an external Postgres; null for the embedded one */
  readonly databaseUrl: string | null;
  /** a pooler in transaction mode, which leads to the same database */
  readonly databasePoolerUrl: string | null;
  readonly dataDir: string;
  /** wakes the other processes on the same database; null to use the database itself for that */
  readonly natsUrl: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** receives what members write to the operator; null when mails leave this machine and no address was named */
  readonly contactEmail: string | null;
  readonly maxDirectFriends: number;
  /** what one member may store, in MB of 1,000,000 bytes; null for no limit */
  readonly maxMemberMb: number | null;
  /** who may make an account: see `accounts/sign-up/sign-up-gate.ts` */
  readonly signUp: 'open' | 'invited' | 'closed';
  readonly rateLimits: boolean;
  /** 32 bytes that encrypt secrets in the database; null for a key that the database stores itself */
  readonly secretsKey: Buffer | null;
  /** the key from before, for the command that seals everything anew */
  readonly oldSecretsKey: Buffer | null;
  /** where errors of pages are sent, as `https://key@host/project`; null for nowhere */
  readonly errorReportingDsn: string | null;
  /** null when no identity provider is configured */
  readonly provider: ProviderConfig | null;
  /** the keys by which push services know this server; null for a pair that it makes and stores */
  readonly pushKeys: PushKeysConfig | null;
  /** `host:port` of push services besides the known ones; they may be on a private network */
  readonly pushHosts: readonly string[];
  readonly logLevel: string;
  /** opens `/metrics` to requests that send it; null to answer the person at this machine only */
  readonly metricsToken: string | null;
  /** where backups are written every day; null for nowhere */
  readonly backupDir: string | null;
  /** the minute of the day at which a backup is written, in the time of this machine */
  readonly backupMinute: number;
  /** encrypts backups; null to leave them readable */
  readonly backupPassphrase: string | null;
  /** the files that secrets were read from */
  readonly secretFiles: readonly string[];
}

/** Enough for a few thousand photos. */
const DEFAULT_MEMBER_MB = 2_048;

export class ConfigError extends Error {}

/** Variables that contain a password or a key. A message never shows their value, even when it is invalid. */
const secrets: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'DATABASE_POOLER_URL',
  'NATS_URL',
  'SMTP_URL',
  'ERROR_REPORTING_DSN',
  'SECRETS_KEY',
  'OLD_SECRETS_KEY',
  'OIDC_CLIENT_SECRET',
  'VAPID_PRIVATE_KEY',
  'BACKUP_PASSPHRASE',
  'METRICS_TOKEN',
]);

/**
 * Whether user and password are where a URL parser looks for them. A "/", "?" or "#" inside a password ends the host. Its first part is
 * then taken for a port, which messages may name.
 */
function hasCleanPassword(value: string): boolean {
  const { username, password } = new URL(value);
  try {
    decodeURIComponent(`${username}${password}`);
  } catch {
    return false;
  }
  return username !== '' || password !== '' || !value.includes('@');
}

const schemeMessage = (schemes: readonly string[]): string =>
  `must be a URL that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`;
const isUrl = (value: string, schemes: readonly string[]): boolean => URL.canParse(value) && schemes.includes(new URL(value).protocol);

const url = (...schemes: readonly string[]) => z.string().check(z.refine((value) => isUrl(value, schemes), schemeMessage(schemes)));
const passwordMessage = (schemes: readonly string[]): string =>
  `${schemeMessage(schemes)}, with "/", "?", "#", "@" and "%" in its password written as %2F, %3F, %23, %40 and %25`;
const urlWithPassword = (...schemes: readonly string[]) =>
  z.string().check(z.refine((value) => isUrl(value, schemes) && hasCleanPassword(value), passwordMessage(schemes)));

const isDatabaseUrl = (value: string): boolean =>
  eachHost(value).every((each) => isUrl(each, ['postgres:', 'postgresql:']) && hasCleanPassword(each));

/** May name several hosts. */
const databaseUrl = z.string().check(
  z.refine(isDatabaseUrl, passwordMessage(['postgres:', 'postgresql:'])),
  z.refine(
    (value) => {
      const mode = isDatabaseUrl(value) ? parseDatabaseUrl(value).url.searchParams.get('sslmode') : null;
      return mode === null || sslModes.includes(mode);
    },
    `must have one of ${sslModes.join(', ')} as its sslmode: others let an attacker in between switch the encryption off`,
  ),
);

/** A mail server, or NATS. */
const encryptedUrl = (...schemes: readonly string[]) =>
  urlWithPassword(...schemes).check(
    z.refine((value) => {
      const tls = isUrl(value, schemes) ? new URL(value).searchParams.get('tls') : null;
      return tls === null || tls === WITHOUT_TLS;
    }, `may end with ?tls=${WITHOUT_TLS}, for a connection without encryption, or not name tls: then another machine is reached by TLS only`),
  );

const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)),
    z.pipe(
      z.transform(Number),
      z.number().check(z.refine((n) => n >= least && n <= most, `must be a whole number from ${least} to ${most}`)),
    ),
  );

const list = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = isIPv6(address) ? 128 : 32;
  return isIP(address) !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

const isHostName = (text: string): boolean => /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text);

const keyIn64 = z
  .string()
  .check(z.regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 random bytes in base64, as `openssl rand -base64 32` makes them'));

const environmentSchema = z.object({
  PORT: z.optional(wholeNumber(0, 65_535)),
  HOST: z.optional(z.string().check(z.regex(/^[\w.:-]+$/, 'must be an address of this machine or a name of it, without a port'))),
  TRUST_PROXY: z.optional(
    z
      .string()
      .check(
        z.refine((value) => list(value).every(isAddressOrNetwork), 'must be addresses or networks (as 10.0.0.0/8), with commas between'),
      ),
  ),
  PUBLIC_URL: z.optional(url('http:', 'https:')),
  DATABASE_URL: z.optional(databaseUrl),
  DATABASE_POOLER_URL: z.optional(databaseUrl),
  DATA_DIR: z.optional(z.string()),
  NATS_URL: z.optional(encryptedUrl('nats:', 'tls:')),
  SMTP_URL: z.optional(encryptedUrl('smtp:', 'smtps:')),
  MAIL_FROM: z.optional(z.string().check(z.regex(/^[^\r\n]*@[^\r\n]+$/, 'must be a mail address'))),
  CONTACT_EMAIL: z.optional(z.string().check(z.regex(/^[^\s@<>,]+@[^\s@<>,]+$/, 'must be a mail address'))),
  MAX_DIRECT_FRIENDS: z.optional(wholeNumber(1, MOST_DIRECT_FRIENDS)),
  MAX_MEMBER_MB: z.optional(wholeNumber(0, 1_000_000)),
  SIGN_UP: z.optional(z.enum(['open', 'invited', 'closed'], 'must be open, invited or closed')),
  ERROR_REPORTING_DSN: z.optional(
    url('http:', 'https:').check(
      z.refine(
        (value) => URL.canParse(value) && new URL(value).username !== '' && /\/\w+$/.test(new URL(value).pathname),
        'must be a DSN of the form https://key@host/project',
      ),
    ),
  ),
  SECRETS_KEY: z.optional(keyIn64),
  OLD_SECRETS_KEY: z.optional(keyIn64),
  OIDC_ISSUER: z.optional(
    z.string().check(
      // Plain http is enough on this machine: nobody is between the two.
      z.refine(
        (value) => isUrl(value, ['https:']) || (isUrl(value, ['http:']) && isLoopbackUrl(value)),
        'must be a URL that begins with https://, or with http:// and a name of this machine',
      ),
    ),
  ),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_NAME: z.optional(z.string().check(z.maxLength(40, 'must have 40 characters at most'))),
  OIDC_PICTURE_HOSTS: z.optional(
    z.string().check(z.refine((value) => list(value).every(isHostName), 'must be names of hosts, with commas between')),
  ),
  VAPID_PUBLIC_KEY: z.optional(
    z.string().check(z.refine(isP256Point, 'must be an uncompressed point of P-256: 65 bytes in base64url, as `web-push` makes them')),
  ),
  VAPID_PRIVATE_KEY: z.optional(z.string().check(z.refine(isP256Number, 'must be 32 bytes in base64url'))),
  PUSH_HOSTS: z.optional(
    z
      .string()
      .check(
        z.refine((value) => list(value).every(isHostAndPort), 'must be hosts with their ports (as push.home:8443), with commas between'),
      ),
  ),
  RATE_LIMITS: z.optional(z.enum(['0', '1'], 'must be 0 or 1')),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_AT: z.optional(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 03:00'))),
  BACKUP_PASSPHRASE: z.optional(z.string().check(z.minLength(12, 'must have 12 characters at least'))),
  METRICS_TOKEN: z.optional(z.string().check(z.regex(/^[!-~]{16,}$/, 'must have 16 characters at least, of ASCII and without spaces'))),
  LOG_LEVEL: z.optional(z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')),
});

const minuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The names of all settings. */
export const settingNames = (): string[] => Object.keys(environmentSchema.shape);

/** How a message shows the value of a variable. Even a variable that is not secret may contain a secret put into the wrong place. */
const valueInMessage = (name: string, value = ''): string =>
  secrets.has(name) ? '' : `, but is "${value.replace(/(\/\/)[^/]*@/g, '$1…@').slice(0, 200)}"`;

const GOOGLE = 'https://accounts.google.com';
/** Where Google stores pictures of people. Other names below googleusercontent.com are machines that anybody can rent. */
const GOOGLE_PICTURES = ['lh3', 'lh4', 'lh5', 'lh6'].map((name) => `${name}.googleusercontent.com`);

/** @throws ConfigError when only some of the settings are there: the button would lead nowhere */
function readProvider(found: z.output<typeof environmentSchema>): ProviderConfig | null {
  const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = found;
  const given = Object.entries(found).find(([name, value]) => name.startsWith('OIDC_') && value !== undefined);
  if (!given) return null;
  if (clientId === undefined || clientSecret === undefined) {
    const missing = clientId === undefined ? 'OIDC_CLIENT_ID' : 'OIDC_CLIENT_SECRET';
    throw new ConfigError(`${missing} must be set as well, because ${given[0]} is.`);
  }
  const issuer = found.OIDC_ISSUER ?? GOOGLE;
  const { href, hostname } = new URL(issuer);
  const isGoogle = href === new URL(GOOGLE).href;
  const named = list(found.OIDC_PICTURE_HOSTS?.toLowerCase() ?? '');
  const usual = isGoogle ? GOOGLE_PICTURES : [hostname];
  return {
    issuer,
    clientId,
    clientSecret,
    name: found.OIDC_NAME ?? (isGoogle ? 'Google' : hostname),
    pictureHosts: named.length > 0 ? named : usual,
  };
}

/** @throws ConfigError when a key is missing, or the two are no pair */
function readPushKeys({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: z.output<typeof environmentSchema>) {
  if (publicKey === undefined && privateKey === undefined) return null;
  if (publicKey === undefined || privateKey === undefined) {
    const [missing, given] = publicKey === undefined ? ['PUBLIC', 'PRIVATE'] : ['PRIVATE', 'PUBLIC'];
    throw new ConfigError(`VAPID_${missing}_KEY must be set as well, because VAPID_${given}_KEY is.`);
  }
  const keys = { publicKey: Buffer.from(publicKey, 'base64url'), privateKey: Buffer.from(privateKey, 'base64url') };
  if (!publicKeyOf(keys.privateKey).equals(keys.publicKey)) {
    throw new ConfigError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are no pair.');
  }
  return keys;
}

/** Reads the secrets that are in files, as `SMTP_URL_FILE=/run/secrets/smtp` names them. */
function readSecretFiles(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of secrets) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) throw new ConfigError(`${name} and ${name}_FILE are both set. Keep one of them.`);
    try {
      found[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      throw new ConfigError(`${name}_FILE cannot be read: ${(error as Error).message}.`);
    }
  }
  return found;
}

/** @throws ConfigError with one sentence for each variable that is invalid, and never with a password */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // Many tools write an unset variable as an empty one.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const given = { ...set, ...readSecretFiles(set) };
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues
        .map((issue) => `${issue.path.join('.')} ${issue.message}${valueInMessage(String(issue.path[0]), given[String(issue.path[0])])}.`)
        .join('\n'),
    );
  }
  const found = parsed.data;
  if (found.DATABASE_POOLER_URL !== undefined && found.DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_URL must be set as well, because DATABASE_POOLER_URL is: it leads past the pooler.');
  }
  const port = found.PORT ?? 3000;
  const publicUrl = (found.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, '');
  const dataDir = found.DATA_DIR ?? './data';
  const hostname = new URL(publicUrl).hostname;
  return {
    port,
    host: found.HOST ?? '127.0.0.1',
    trustProxy: list(found.TRUST_PROXY ?? ''),
    publicUrl,
    databaseUrl: found.DATABASE_URL ?? null,
    databasePoolerUrl: found.DATABASE_POOLER_URL ?? null,
    dataDir: resolve(dataDir),
    natsUrl: found.NATS_URL ?? null,
    smtpUrl: found.SMTP_URL ?? null,
    mailFrom: found.MAIL_FROM ?? `Kith <kith@${hostname}>`,
    // The local mailbox accepts every address.
    contactEmail: found.CONTACT_EMAIL ?? (found.SMTP_URL ? null : `contact@${hostname}`),
    maxDirectFriends: found.MAX_DIRECT_FRIENDS ?? MAX_DIRECT_FRIENDS,
    maxMemberMb: found.MAX_MEMBER_MB === 0 ? null : (found.MAX_MEMBER_MB ?? DEFAULT_MEMBER_MB),
    // Being able to reach a server does not make a visitor anybody's friend.
    signUp: found.SIGN_UP ?? (isLoopbackUrl(publicUrl) ? 'open' : 'invited'),
    errorReportingDsn: found.ERROR_REPORTING_DSN ?? null,
    secretsKey: found.SECRETS_KEY ? Buffer.from(found.SECRETS_KEY, 'base64') : null,
    oldSecretsKey: found.OLD_SECRETS_KEY ? Buffer.from(found.OLD_SECRETS_KEY, 'base64') : null,
    provider: readProvider(found),
    pushKeys: readPushKeys(found),
    pushHosts: list(found.PUSH_HOSTS?.toLowerCase() ?? ''),
    rateLimits: found.RATE_LIMITS !== '0',
    logLevel: found.LOG_LEVEL ?? 'info',
    metricsToken: found.METRICS_TOKEN ?? null,
    backupDir: found.BACKUP_DIR === undefined ? null : resolve(found.BACKUP_DIR),
    backupMinute: minuteOfDay(found.BACKUP_AT ?? '03:00'),
    backupPassphrase: found.BACKUP_PASSPHRASE ?? null,
    secretFiles: [...secrets].flatMap((name) => set[`${name}_FILE`] ?? []),
  };
}
