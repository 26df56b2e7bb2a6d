/**
 * Steps that take two requests of one browser: a challenge for a passkey, and the code after a first factor. The browser keeps a secret in
 * a cookie that no script can read, the database its hash. A step is short. Only the browser that began it can end it.
 */
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Database, Tx } from '../../db/pool/transaction.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { hashSecret, randomToken } from '../secrets/secrets.ts';
import { cookieName, cookieOptions } from './session-cookie.ts';

export type StepPurpose = 'passkey-sign-in' | 'passkey-add' | 'passkey-join' | 'code' | 'presence';

const MINUTES = { 'passkey-sign-in': 10, 'passkey-add': 10, 'passkey-join': 10, code: 10, presence: 10 } as const satisfies Record<
  StepPurpose,
  number
>;

/** The ways to sign in that prove one factor. */
export type FirstFactor = 'password' | 'provider' | 'link';

export interface Step {
  readonly userId: string | null;
  readonly challenge: string | null;
  /** the only session in which the step may end; null where there is none yet */
  readonly sessionId: string | null;
  /** how the first factor was proved, where a code follows */
  readonly way: FirstFactor | null;
}

export interface SignInSteps {
  /** Begins a step in this browser, in place of another one of its kind. */
  begin(c: Context<AppEnv>, purpose: StepPurpose, step: Partial<Step>): Promise<void>;
  /** Ends the step of this browser and returns it. Returns null when there is none, or when it took too long. */
  take(c: Context<AppEnv>, purpose: StepPurpose): Promise<Step | null>;
  /** Returns the member whose code this browser may enter, `too-many` once there were `failures` wrong codes, or null when it may not. */
  find(c: Context<AppEnv>, failures: number): Promise<{ readonly userId: string; readonly way: FirstFactor } | 'too-many' | null>;
  /** Counts a wrong code that was entered in this browser. */
  countFailure(c: Context<AppEnv>): Promise<void>;
}

/** Deletes steps that nobody took in time. */
export async function forgetSignInSteps(database: Database): Promise<void> {
  await database.write((tx) => tx`delete from sign_in_steps where expires_at < now() - interval '1 hour'`);
}

export function createSignInSteps(database: Database, publicUrl: string): SignInSteps {
  const nameOf = (purpose: StepPurpose) => cookieName(publicUrl, `kith-${purpose}`);
  const options = cookieOptions(publicUrl);
  const hashOf = (c: Context<AppEnv>, purpose: StepPurpose): Buffer | null => {
    const secret = getCookie(c, nameOf(purpose));
    return secret === undefined ? null : hashSecret(secret);
  };
  const remove = (tx: Tx, hash: Buffer, purpose: StepPurpose) => tx<(Step & { readonly live: boolean })[]>`
    delete from sign_in_steps where hash = ${hash} and purpose = ${purpose}
    returning user_id as "userId", challenge, session_id as "sessionId", way, expires_at > now() as live`;

  return {
    async begin(c, purpose, { userId = null, challenge = null, sessionId = null, way = null }) {
      const before = hashOf(c, purpose);
      const secret = randomToken();
      await database.write(async (tx) => {
        if (before) await remove(tx, before, purpose);
        await tx`
          insert into sign_in_steps (hash, purpose, user_id, challenge, session_id, way, expires_at) values (
            ${hashSecret(secret)}, ${purpose}, ${userId}, ${challenge}, ${sessionId}, ${way}, now() + make_interval(mins => ${MINUTES[purpose]}))`;
      });
      setCookie(c, nameOf(purpose), secret, { ...options, maxAge: MINUTES[purpose] * 60 });
    },

    async take(c, purpose) {
      const hash = hashOf(c, purpose);
      if (!hash) return null;
      const [step] = await database.write((tx) => remove(tx, hash, purpose));
      deleteCookie(c, nameOf(purpose), options);
      if (!step?.live) return null;
      const { live: _, ...taken } = step;
      return taken;
    },

    async find(c, failures) {
      const hash = hashOf(c, 'code');
      if (!hash) return null;
      const [step] = await database.ask(
        (sql) => sql<{ userId: string | null; way: FirstFactor | null; failures: number }[]>`
          select user_id as "userId", way, failures from sign_in_steps where hash = ${hash} and purpose = 'code' and expires_at > now()`,
      );
      if (!step || step.userId === null || step.way === null) return null;
      return step.failures >= failures ? 'too-many' : { userId: step.userId, way: step.way };
    },

    async countFailure(c) {
      const hash = hashOf(c, 'code');
      if (hash) await database.write((tx) => tx`update sign_in_steps set failures = failures + 1 where hash = ${hash}`);
    },
  };
}
