import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { AppEnv } from '../../http/app-env.ts';
import { SESSION_DAYS } from './sessions.ts';

/** The cookie that keeps a browser signed in: no script reads it, no other site sends it, no other host sets it. */
export interface SessionCookie {
  read(c: Context<AppEnv>): string | undefined;
  set(c: Context<AppEnv>, refreshToken: string): void;
  clear(c: Context<AppEnv>): void;
}

const isSecure = (publicUrl: string): boolean => new URL(publicUrl).protocol === 'https:';

/** Over plain http, as on localhost, browsers refuse `Secure` and with it the `__Host-` prefix. There the plain name is used. */
export const cookieName = (publicUrl: string, name: string): string => (isSecure(publicUrl) ? `__Host-${name}` : name);

export const cookieOptions = (publicUrl: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'Strict', secure: isSecure(publicUrl) }) as const;

export function createSessionCookie(publicUrl: string): SessionCookie {
  const name = cookieName(publicUrl, 'kith-session');
  const options = cookieOptions(publicUrl);
  return {
    read: (c) => getCookie(c, name),
    set: (c, refreshToken) => setCookie(c, name, refreshToken, { ...options, maxAge: SESSION_DAYS * 24 * 60 * 60 }),
    clear: (c) => {
      deleteCookie(c, name, options);
    },
  };
}
