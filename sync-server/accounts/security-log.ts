/**
 * What an operator must be able to find when an account was attacked: one line per event, with the account's id and the client's address. A
 * line never has mail addresses, tokens, passwords or texts of members.
 */
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { AppEnv } from '../http/app-env.ts';
import { HttpError } from '../http/errors/http-error.ts';
import { clientAddress } from '../http/headers/client-address.ts';

/** The wording of each event. What a stranger can cause is a warning, what an owner does is information. */
const events = {
  'signed-in': { level: 'info', message: 'a device was signed in' },
  'sign-in-refused': { level: 'warn', message: 'a sign-in was refused' },
  'sign-in-limited': { level: 'warn', message: 'a sign-in was stopped by the limit on attempts' },
  'presence-missing': { level: 'info', message: 'an act waits until its member has shown that they are there' },
  'presence-shown': { level: 'info', message: 'a member has shown that they are there' },
  'presence-refused': { level: 'warn', message: 'a member did not show that they are there: the proof was wrong' },
  'presence-limited': { level: 'warn', message: 'a proof that a member is there was stopped by the limit on attempts' },
  'session-guessed': {
    level: 'warn',
    message: 'a session entered a wrong password ten times within an hour, and was ended; its owner was mailed',
  },
  'reset-asked': { level: 'info', message: 'a new password was asked for by mail' },
  'reset-used': { level: 'info', message: 'a new password was set by the link of a mail' },
  'account-taken-back': {
    level: 'info',
    message: 'the owner of an address took back an account that an invitation had made: all passkeys and linked sites were removed',
  },
  'password-changed': { level: 'info', message: 'a password was changed' },
  'address-change-asked': { level: 'info', message: 'another address was asked for' },
  'address-change-refused': { level: 'warn', message: 'a change of address was refused' },
  'address-changed': { level: 'info', message: 'an address was changed' },
  'passkey-added': { level: 'info', message: 'a passkey was added' },
  'passkey-removed': { level: 'info', message: 'a passkey was removed' },
  'passkey-refused': { level: 'warn', message: 'a passkey was refused' },
  'passkey-counter-back': { level: 'warn', message: 'a passkey counted backwards, so there may be a copy of it, and was refused' },
  'second-factor-on': { level: 'info', message: 'a second factor was turned on' },
  'second-factor-off': { level: 'info', message: 'a second factor was turned off' },
  'second-factor-refused': { level: 'warn', message: 'a one-time code was refused' },
  'second-factor-limited': { level: 'warn', message: 'a one-time code was stopped by the limit on attempts' },
  'recovery-code-used': { level: 'info', message: 'a recovery code was used' },
  'recovery-codes-made': { level: 'info', message: 'new recovery codes were made' },
  'provider-linked': { level: 'info', message: 'an identity provider was linked to an account' },
  'provider-signed-up': { level: 'info', message: 'an account was made through an identity provider' },
  'provider-sign-in-refused': { level: 'warn', message: 'a sign-in through an identity provider was refused' },
  'session-in-two-places': { level: 'warn', message: 'a session was found in two places and ended' },
  'session-ended-elsewhere': { level: 'info', message: 'a session was ended by its owner from another one' },
  'other-sessions-ended': { level: 'info', message: 'all sessions but one were ended by their owner' },
  'act-refused': { level: 'info', message: 'a member asked for what they may not do, and was refused' },
  'account-deleted': { level: 'info', message: 'an account was deleted by its owner' },
} as const;

export type SecurityEvent = keyof typeof events;

export interface SecurityLog {
  /** Writes one line about this request. `account` is null when the request names no account. */
  write(
    c: Context<AppEnv>,
    event: SecurityEvent,
    account: string | null,
    details?: {
      readonly code?: string;
      readonly session?: string;
      /** how somebody signed in, or showed that they are there */
      readonly way?: string;
      readonly withCode?: boolean;
      /** what needs its member to be there */
      readonly act?: string;
      readonly method?: string;
      /** the pattern of a path */
      readonly route?: string;
    },
  ): void;
  /** Runs work that may be refused. Writes the line of a refusal or a limit before throwing it on. */
  watch<T>(
    c: Context<AppEnv>,
    lines: { readonly refused: SecurityEvent; readonly limited: SecurityEvent },
    account: () => Promise<string | null>,
    work: () => Promise<T>,
  ): Promise<T>;
}

export function createSecurityLog(log: Logger): SecurityLog {
  const write: SecurityLog['write'] = (c, event, account, details = {}) => {
    const { level, message } = events[event];
    c.set('eventLogged', true);
    log[level]({ requestId: c.get('requestId'), event, account, client: clientAddress(c), ...details }, message);
  };
  return {
    write,
    async watch(c, { refused, limited }, account, work) {
      try {
        return await work();
      } catch (error) {
        // A failure on our side says nothing about the requester.
        if (error instanceof HttpError && error.status < 500) {
          write(c, error.status === 429 ? limited : refused, await account().catch(() => null), { code: error.code });
        }
        throw error;
      }
    },
  };
}

/**
 * Writes a line about each request of a member that was refused with 403, unless there is one already. A 404 writes none: it also means
 * "there is no such thing", and devices ask for what is gone all the time.
 */
export function logRefusedActs(securityLog: SecurityLog): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    if (c.res.status !== 403 || c.get('eventLogged')) return;
    securityLog.write(c, 'act-refused', c.get('actor').userId, { method: c.req.method, route: routePath(c) });
  };
}
