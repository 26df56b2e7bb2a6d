import type { Sql } from 'postgres';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Actor, Verdict } from '../../schemas/protocol/refusal.ts';
import type { PushChange } from '../../schemas/protocol/sync.ts';
import type { Tx } from '../db/transaction.ts';

/**
 * What the sync engine and the features know of each other. The engine knows no feature by name: a feature says how its
 * rows are loaded and which command a pushed change means; its commands say what they changed, and in which scopes.
 */

export type ScopeKind = 'self' | 'friends' | 'network' | 'pair' | 'group' | 'group-admins';

/** Names a scope before it has a number: `friends` of member A, `group` G, `pair` from A to B. */
export interface ScopeName {
  readonly kind: ScopeKind;
  /** the member, or the group */
  readonly owner: string;
  /** the second member of a `pair`, else null */
  readonly other: string | null;
}

export const scope = {
  self: (member: string): ScopeName => ({ kind: 'self', owner: member, other: null }),
  friends: (member: string): ScopeName => ({ kind: 'friends', owner: member, other: null }),
  network: (member: string): ScopeName => ({ kind: 'network', owner: member, other: null }),
  pair: (author: string, reader: string): ScopeName => ({ kind: 'pair', owner: author, other: reader }),
  group: (group: string): ScopeName => ({ kind: 'group', owner: group, other: null }),
  groupAdmins: (group: string): ScopeName => ({ kind: 'group-admins', owner: group, other: null }),
};

/** A row and the scope by which it is read. A row that lies in two scopes may be rendered for each. */
export interface RowRef {
  readonly id: string;
  readonly scope: ScopeName & { readonly id: number };
}

/** A row as it travels, without its `scope`, which the engine adds. */
export type Row = { readonly id: string; readonly write_id: string } & Record<string, unknown>;

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
  /** Has `announce` of this collection called for a row that was made, right after this transaction, whatever happens to the process. */
  announce(collection: CollectionName, id: string): void;
  /** members whose scopes may be others after this: both sides of a friendship and all their friends, say */
  membersMoved(members: readonly string[]): void;
  /** a mail, queued in this very transaction */
  mail(mail: { readonly to: string; readonly template: string; readonly data: Readonly<Record<string, string>> }): Promise<void>;
}

/** An act. It gathers facts, asks the rule in `schemas/`, writes. A refusal rolls everything back, so it writes nothing. */
export type Command<Input> = (context: CommandContext, input: Input) => Promise<Verdict>;

/** An act among others of its kind that share a transaction. Each has a context of its own over the same `tx`. */
export interface Shared<Input> {
  readonly context: CommandContext;
  readonly input: Input;
}

/** The first columns of the statement for many creations, side by side: see `0010_creations.sql`. */
export interface CreationColumns {
  readonly users: readonly string[];
  readonly sessions: readonly (string | null)[];
  readonly writes: readonly string[];
  readonly ids: readonly string[];
}

/** How creations of a collection are carried out together. `Input` is what the statement needs of one. */
export interface SharedCreation<Input extends { readonly id: string } = { readonly id: string }> {
  /**
   * What the statement is given to carry this change out, where it is a creation and the rules allow it under facts of which the statement
   * makes sure. Null for anything else: `push` finds out what it means, and what is answered.
   */
  read(actor: Actor, change: PushChange): Input | null;
  /** Asks the function of the database for these, in their order, with what `read` gave of each. */
  carryOut(sql: Sql, columns: CreationColumns, inputs: readonly Input[]): Promise<readonly { readonly answer: unknown }[]>;
}

/** What a feature gives the engine for one collection. */
export interface CollectionFeature {
  /**
   * The rows behind these references as they are in this snapshot, in any order, one statement for all. Depends on row and
   * scope only, never on who reads. What is gone is left out. Whether the viewer may read them was settled before.
   */
  load(tx: Tx, refs: readonly RowRef[]): Promise<{ readonly ref: RowRef; readonly row: Row }[]>;
  /**
   * Carries out the command that this change means (an insert, a changed content, a deletion, ...), after
   * checking its document with zod. Server-owned fields of the document are ignored. A change that means no command is
   * refused with `UNKNOWN_WRITE`, a document that does not fit with `INVALID`, an edit of a row whose `write_id` is not in
   * `change.assumed` with `CONFLICT`.
   */
  push(context: CommandContext, change: PushChange): Promise<Verdict>;
  /** Where creations are carried out together, by one statement: those that are allowed under the facts which are likely. */
  readonly create?: SharedCreation;
  /**
   * Tells of rows that were made, by their ids, in a transaction that follows theirs. Each act has the actor and the write that made
   * the row. Who hears of it is asked now; of a row that is gone nothing is told.
   */
  readonly announce?: (acts: readonly Shared<string>[]) => Promise<void>;
}

export type CollectionFeatures = Readonly<Record<CollectionName, CollectionFeature>>;
