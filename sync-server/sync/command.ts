import type { Actor, Verdict } from '../../schemas/base/refusal.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Tx } from '../db/transaction.ts';
import type { ScopeName } from './scope-name.ts';

/** What a command changed: the row's new place in the log of these scopes, or its removal from them. */
export interface Change {
  readonly scopes: readonly ScopeName[];
  readonly collection: CollectionName;
  readonly id: string;
  readonly removed?: boolean;
}

/**
 * What a command has in hand. It reads and writes through `tx`, names its changes through `record`, and says whose set of
 * scopes may have changed through `membersMoved`. The log is written once, as the last statement before commit; whom to
 * wake is told after it.
 */
export interface CommandContext {
  readonly tx: Tx;
  readonly actor: Actor;
  /** the write that is being carried out; goes into the rows that it changes */
  readonly writeId: string;
  readonly limits: { readonly maxDirectFriends: number; readonly invitationsPerDay: number; readonly firstInvitations: number };
  /** whom reports go to, null where nobody would read them, and how many a member may make in a day */
  readonly reports: { readonly to: string | null; readonly perDay: number };
  record(change: Change): void;
  /**
   * Said by each act that may add to what is stored of the actor; refused as `STORAGE_USED_UP` where that would be more than a member may. What is
   * larger than any text says how many bytes it is.
   */
  stores(bytes?: number): void;
  /** What the act did where its rows do not tell afterwards; whoever asked is answered this, also when the same write comes again. */
  answer(did: string): void;
  /** members whose scopes may be others after this: both sides of a friendship and all their friends, say */
  membersMoved(members: readonly string[]): void;
  /** a mail, queued in this very transaction */
  mail(mail: { readonly to: string; readonly template: string; readonly data: Readonly<Record<string, string>> }): Promise<void>;
}

/** An act. It gathers facts, asks the rule in `schemas/`, writes. A refusal rolls everything back, so it writes nothing. */
export type Command<Input> = (context: CommandContext, input: Input) => Promise<Verdict>;
