/**
 * Marks the browser that signed up: a cookie with random bytes, whose hash the database stores. It opens nothing by itself. Together with
 * the mailed link it shows that the person who opens the link typed the password of the sign-up.
 */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { AppEnv } from '../../http/app-env.ts';
import { randomToken } from '../secrets/secrets.ts';
import { cookieName, cookieOptions } from '../sessions/session-cookie.ts';

/** Longer than a sign-up lives, including its last link. */
const DAYS = 11;

export interface SignUpNonce {
  /** The nonce of the last sign-up in this browser. */
  read(c: Context<AppEnv>): string | undefined;
  /** Sets a new nonce in this browser, in place of any other. Only the last person who signed up there is known to use the browser. */
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
