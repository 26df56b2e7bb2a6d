import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { AppEnv } from '../http/app-env.ts';
import { SESSION_DAYS } from './sessions.ts';

/** The cookie that keeps a browser signed in: no script reads it, no other site sends it, no other host sets it. */
export interface SessionCookie {
  read(c: Context<AppEnv>): string | undefined;
  set(c: Context<AppEnv>, refreshToken: string): void;
  clear(c: Context<AppEnv>): void;
}

/** Over plain http, as on localhost, browsers refuse `Secure` and with it the `__Host-` prefix; there the plain name serves. */
export function createSessionCookie(publicUrl: string): SessionCookie {
  const secure = new URL(publicUrl).protocol === 'https:';
  const name = secure ? '__Host-kith-session' : 'kith-session';
  const options = { path: '/', httpOnly: true, sameSite: 'Strict', secure } as const;
  return {
    read: (c) => getCookie(c, name),
    set: (c, refreshToken) => setCookie(c, name, refreshToken, { ...options, maxAge: SESSION_DAYS * 24 * 60 * 60 }),
    clear: (c) => {
      deleteCookie(c, name, options);
    },
  };
}
