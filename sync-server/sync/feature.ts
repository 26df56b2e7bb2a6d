import type { JSONValue, PendingQuery, Row as PgRow, Sql } from 'postgres';
import type { Actor, RefusalCode, Verdict } from '../../schemas/base/refusal.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { PushChange } from '../../schemas/protocol/sync.ts';
import type { Tx } from '../db/pool/transaction.ts';
import type { CommandContext } from './command.ts';
import type { ScopeName } from './scope-name.ts';

/**
 * The contract between the sync engine and the features. The engine knows no feature by name. A feature defines how its rows are loaded,
 * how they are created, and which command a pushed change means.
 */

/** A row and the scope by which it is read. A row that lies in two scopes may be rendered for each. */
export interface RowRef {
  readonly id: string;
  readonly scope: ScopeName & { readonly id: number };
}

/** A row as it travels, without its `scope`, which the engine adds. */
export type Row = { readonly id: string; readonly write_id: string } & Record<string, unknown>;

/** The input for a new row, for each collection whose rows are created by a statement. Each feature declares its own. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface NewRows {}

/** How rows of a collection are created. Only the statement writes them; the functions judge and explain refusals. */
export interface CreationFeature<Input extends { readonly id: string } = { readonly id: string }> {
  /** the database function that writes them: see `06-creations.sql` */
  readonly statement: string;
  /** The new row that a pushed document asks for; null where the document does not fit. */
  read(document: PushChange['document']): Input | null;
  /** The input for the statement, where the rules allow the creation under the facts that the statement checks; otherwise null. */
  judge(actor: Actor, input: Input): Readonly<Record<string, JSONValue>> | null;
  /** A condition in SQL: whether the row with this id is there, and the member sees it. */
  sees(sql: Sql, member: string, id: string): PendingQuery<PgRow[]>;
  /** The verdict of the rules under the facts that `tx` sees, for a row that is not there. Writes and locks nothing. */
  check(tx: Tx, actor: Actor, input: Input): Promise<Verdict>;
  /** the refusal of an id that something else has, or had before it was deleted */
  readonly isTaken: RefusalCode;
  /** The further ids that the row takes, such as those of its photos. One that is taken already is refused as not found. */
  furtherIds?(input: Input): readonly string[];
  /** How much storage is reserved for the photos of the row, in bytes. */
  photoBytes?(input: Input): number;
}

/** What a feature provides to the engine for one collection. */
export interface CollectionFeature {
  /**
   * The rows behind these references as this snapshot has them, in any order, with one statement for all. Depends on row and scope only,
   * never on the reader. Leaves out rows that no longer exist. The caller has already checked that the viewer may read them.
   */
  load(tx: Tx, refs: readonly RowRef[]): Promise<{ readonly ref: RowRef; readonly row: Row }[]>;
  /**
   * Carries out the command that this change means (an insert, a changed content, a deletion, ...), after checking its document with zod.
   * Ignores server-owned fields of the document. Refuses a change that means no command with `UNKNOWN_WRITE`, a document that does not fit
   * with `INVALID`, and an edit of a row whose `write_id` is not in `change.assumed` with `CONFLICT`. Where a statement creates the rows,
   * `push` runs only if the member saw the row a moment ago.
   */
  push(context: CommandContext, change: PushChange): Promise<Verdict>;
  /** The row that answers an accepted change of which no row is kept: see `keepsNoRow`. */
  asSent?(document: PushChange['document']): Row | null;
  /** for collections whose rows are created by a statement */
  readonly create?: CreationFeature;
  /**
   * The database function that notifies members of new rows. It gets the writes that made the rows, and runs in a transaction that follows
   * theirs. It decides only then whom to notify, and skips rows that no longer exist. See `11-notifications.sql`.
   */
  readonly notify?: string;
}

export type CollectionFeatures = Readonly<Record<CollectionName, CollectionFeature>>;
