import type { Context } from 'hono';
import type { Tx } from '../../db/pool/transaction.ts';
import type { AppEnv } from '../../http/app-env.ts';
import type { FirstFactor } from './sign-in-steps.ts';

/** How a member comes in: by a way, which proves one factor or, as a passkey does, both. */
export interface SignInOutcome {
  readonly way: FirstFactor | 'passkey';
  /** a code was entered after that */
  readonly withCode?: boolean;
  /** the account was just made for them */
  readonly isNew?: boolean;
  /**
   * Runs in the transaction that makes the session, with the account locked. Throws when the way in was taken away since it was checked:
   * a new password by mail must leave no session of a person who knew the old one.
   */
  readonly stillHolds?: (tx: Tx) => Promise<void>;
}

/** Signs this device in and answers with the session, or asks for the code of a member who has a second factor. */
export type Enter = (c: Context<AppEnv>, userId: string, inBody: boolean, outcome: SignInOutcome) => Promise<Response>;
