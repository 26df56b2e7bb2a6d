import type { JSONValue } from 'postgres';
import type { Actor, Verdict } from '../../schemas/base/refusal.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { PushChange } from '../../schemas/protocol/sync.ts';
import type { Tx } from '../db/transaction.ts';
import type { CommandContext } from './command.ts';
import type { ScopeName } from './scope-name.ts';

/**
 * What the sync engine and the features know of each other. The engine knows no feature by name: a feature says how its
 * rows are loaded, how they are created, and which command a pushed change means.
 */

/** A row and the scope by which it is read. A row that lies in two scopes may be rendered for each. */
export interface RowRef {
  readonly id: string;
  readonly scope: ScopeName & { readonly id: number };
}

/** A row as it travels, without its `scope`, which the engine adds. */
export type Row = { readonly id: string; readonly write_id: string } & Record<string, unknown>;

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
