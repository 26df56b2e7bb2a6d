/**
 * Which browser signed up: a cookie with random bytes, of which the database keeps the hash. It opens nothing by itself. With the link of the
 * mail it says that the password of the sign-up was typed by whoever opens the link.
 */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { AppEnv } from '../http/app-env.ts';
import { randomToken } from './secrets.ts';
import { cookieName, cookieOptions } from './session-cookie.ts';

/** Longer than a sign-up with its last link lives. */
const DAYS = 11;

export interface SignUpNonce {
  /** The nonce of the last sign-up in this browser. */
  read(c: Context<AppEnv>): string | undefined;
  /** A new nonce for this browser, in place of any other: only whoever signed up last in it is known to sit there. */
  give(c: Context<AppEnv>): string;
}

export function createSignUpNonce(publicUrl: string): SignUpNonce {
  const name = cookieName(publicUrl, 'kith-sign-up');
  const options = cookieOptions(publicUrl);
  return {
    read: (c) => getCookie(c, name),
    give(c) {
      const nonce = randomToken();
      setCookie(c, name, nonce, { ...options, maxAge: DAYS * 24 * 60 * 60 });
      return nonce;
    },
  };
}
