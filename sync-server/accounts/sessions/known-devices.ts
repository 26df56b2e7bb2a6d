/**
 * Browsers that have signed in to an account before, so that strangers who guess do not slow them down.
 *
 * A cookie names the browser and is sealed with the account's id and password hash. So nothing about it is stored here, nobody can make one
 * for an account they were never in, and a new password invalidates them all.
 */
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Sql } from 'postgres';
import type { Database } from '../../db/pool/transaction.ts';
import type { AppEnv } from '../../http/app-env.ts';
import type { Counters } from '../../http/limits/counters.ts';
import { deriveSecret, randomSecret, SECRET_BYTES, sameHash } from '../secrets/secrets.ts';
import { cookieName, cookieOptions } from './session-cookie.ts';

const DAYS = 365;
/** Somebody may have stolen a browser. After so many attempts, its further ones count like a stranger's. */
const ATTEMPTS = { name: 'attempts of a known device', points: 10, seconds: 15 * 60 };

export interface KnownDevices {
  /** Whether this browser has signed in to the account of this address since its password was set, and has not just tried too often. */
  knows(c: Context<AppEnv>, email: string): Promise<boolean>;
  /** Whether this browser has signed in to the account of this member since its password was set. */
  recognises(c: Context<AppEnv>, userId: string): Promise<boolean>;
  /** Gives this browser the cookie: the person using it has proved to be this member. */
  remember(c: Context<AppEnv>, userId: string): Promise<void>;
  /** Like `remember`, unless the browser has such a cookie already. For calls that happen often. */
  keep(c: Context<AppEnv>, userId: string): Promise<void>;
  forget(c: Context<AppEnv>): void;
}

interface Account {
  readonly id: string;
  readonly password_hash: string | null;
}

export function createKnownDevices(database: Database, publicUrl: string, counters: Counters): KnownDevices {
  const name = cookieName(publicUrl, 'kith-device');
  const options = cookieOptions(publicUrl);
  const attempts = counters(ATTEMPTS);
  const seal = ({ id, password_hash }: Account, device: Uint8Array) => deriveSecret(Buffer.from(`device ${id} ${password_hash}`), device);

  async function remember(c: Context<AppEnv>, userId: string): Promise<void> {
    const [user] = await database.ask((sql) => sql<Account[]>`select id, password_hash from users where id = ${userId}`);
    if (!user?.password_hash) return;
    const device = randomSecret();
    const value = Buffer.concat([device, seal(user, device)]).toString('base64url');
    setCookie(c, name, value, { ...options, maxAge: DAYS * 24 * 60 * 60 });
  }

  /** The device that the cookie names, if the cookie was made for the account that `find` returns. */
  async function deviceIn(c: Context<AppEnv>, find: (sql: Sql) => Promise<Account[]>): Promise<string | null> {
    const cookie = Buffer.from(getCookie(c, name) ?? '', 'base64url');
    const [device, mark] = [cookie.subarray(0, SECRET_BYTES), cookie.subarray(SECRET_BYTES)];
    if (mark.byteLength === 0) return null;
    const [user] = await database.ask(find);
    return user?.password_hash && sameHash(mark, seal(user, device)) ? device.toString('base64url') : null;
  }

  return {
    async knows(c, email) {
      const device = await deviceIn(c, (sql) => sql<Account[]>`select id, password_hash from users where email = ${email}`);
      return device !== null && (await attempts.consume(device)) === null;
    },
    recognises: async (c, userId) =>
      (await deviceIn(c, (sql) => sql<Account[]>`select id, password_hash from users where id = ${userId}`)) !== null,
    remember,
    async keep(c, userId) {
      if (getCookie(c, name) === undefined) await remember(c, userId);
    },
    forget: (c) => {
      deleteCookie(c, name, options);
    },
  };
}
