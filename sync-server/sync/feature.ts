import type { JSONValue } from 'postgres';
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

/** What is given for a new row of each collection whose rows are created by a statement; each feature declares its own. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface NewRows {}

/** How rows of a collection are created. Its statement is the only writer of them; the rest judges and says why not. */
export interface CreationFeature<Input extends { readonly id: string } = { readonly id: string }> {
  /** the function of the database that writes them: see `06-creations.sql` */
  readonly statement: string;
  /** The new row that a pushed document asks for; null where it does not fit. */
  read(document: PushChange['document']): Input | null;
  /** What the statement is given, where the rules allow this under the facts of which the statement makes sure; null where they do not. */
  judge(actor: Actor, input: Input): Readonly<Record<string, JSONValue>> | null;
  /** What the rules say with the facts of this moment; `create` where nothing stands in the way. Writes nothing. */
  whyNot(context: CommandContext, input: Input): Promise<Verdict | 'create'>;
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
   * `change.assumed` with `CONFLICT`. `create` where it is a creation in whose way nothing stands.
   */
  push(context: CommandContext, change: PushChange): Promise<Verdict | 'create'>;
  /** where rows are created by a statement */
  readonly create?: CreationFeature;
  /**
   * The function of the database that announces new rows, given the writes that made them, in a transaction that follows theirs. Whom it
   * notifies is asked then; a row that is gone is not announced. See `11-notifications.sql`.
   */
  readonly announce?: string;
}

export type CollectionFeatures = Readonly<Record<CollectionName, CollectionFeature>>;
