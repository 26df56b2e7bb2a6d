/**
 * Writes the change log: once, at the end of a transaction. It also reads what was written, as the frames that the streams will carry, so
 * that nothing has to look for it after commit. Statements that record by themselves get their frames here too.
 */
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { WireDocument } from '../../schemas/protocol/sync.ts';
import { groupedBy } from '../db/grouped-by.ts';
import type { Tx } from '../db/pool/transaction.ts';
import type { Announcement } from './bus/bus.ts';
import type { Change } from './command.ts';
import type { Outcome } from './command-context.ts';
import type { CollectionFeatures, Row, RowRef } from './feature.ts';
import type { WaitingRow } from './push/notifier.ts';
import type { ScopeKind, ScopeName } from './scope-name.ts';
import { encodeFrame, type FrameRow } from './streams/frames.ts';

/** With more entries than this the streams read them later: a transaction holds its locks no longer than it must. */
const MAX_READ_ENTRIES = 400;

/** A step of one scope. */
export interface CommittedScope {
  readonly scope: number;
  readonly prev: number;
  readonly head: number;
  /** everybody who reads the scope, in this process or elsewhere */
  readonly readers: readonly string[];
}

/** The same, encoded once for all its readers. */
export interface CommittedFrame extends CommittedScope {
  /** null where the frame is too large to send: its readers pull */
  readonly encoded: string | null;
}

export interface WrittenLog {
  readonly moved: Announcement;
  /** how many rows moved, once for each scope, and members who read anew */
  readonly rows: number;
  /** new rows whose notifications are still to be made */
  readonly unnotified: readonly WaitingRow[];
  /** null where the frames were not read */
  readonly frames: readonly CommittedFrame[] | null;
  /** The row as this member reads it now; undefined where it was not written. */
  document(viewer: string, collection: CollectionName, id: string): WireDocument | undefined;
}

interface MovedScope {
  readonly moved_scope: number;
  readonly scope_kind: ScopeKind;
  readonly scope_owner: string;
  readonly scope_other: string | null;
  readonly prev_head: number;
  readonly new_head: number;
  readonly readers: readonly string[] | null;
}

/** A written row. Without `row` the id was taken out of the scope, or the row no longer exists. */
interface WrittenRow {
  readonly collection: CollectionName;
  readonly id: string;
  readonly row: Row | undefined;
}

/** What was written in these scopes, with the loaded rows. */
function writtenLog(
  scopes: readonly (CommittedScope & { readonly content: readonly WrittenRow[] })[],
  rest: { readonly members: readonly string[]; readonly images?: readonly string[]; readonly unnotified: readonly WaitingRow[] },
): WrittenLog {
  const documents = new Map<string, { readonly document: WireDocument; readonly readers: readonly string[] }[]>();
  const frames = scopes.map(({ content, ...scope }): CommittedFrame => {
    const rows = content.map(({ collection, id, row }): FrameRow => {
      if (!row) return { collection, id, document: null };
      const document = { ...row, scope: scope.scope };
      const key = `${collection} ${id}`;
      documents.set(key, [...(documents.get(key) ?? []), { document, readers: scope.readers }]);
      return { collection, id, document };
    });
    return { ...scope, encoded: encodeFrame({ scope: scope.scope, prev: scope.prev, head: scope.head }, rows) };
  });
  return {
    moved: {
      scopes: scopes.map(({ scope, content }) => ({ id: scope, collections: collectionsOf(content) })),
      members: rest.members,
      images: rest.images ?? [],
    },
    rows: rest.members.length + scopes.reduce((sum, { content }) => sum + content.length, 0),
    unnotified: rest.unnotified,
    frames,
    document: (viewer, collection, id) => documents.get(`${collection} ${id}`)?.find(({ readers }) => readers.includes(viewer))?.document,
  };
}

/** The answer of a statement that writes and records by itself: rows of one collection, and the scopes in which they lie. */
export interface StatementAnswer {
  readonly scopes: readonly (CommittedScope & { readonly ids: readonly string[] })[];
  readonly rows: readonly Row[] | null;
}

/** What such a statement wrote. */
export function writtenByStatement(
  collection: CollectionName,
  { scopes, rows }: StatementAnswer,
  unnotified: readonly WaitingRow[],
): WrittenLog {
  const byId = new Map(rows?.map((row) => [row.id, row]));
  const located = scopes.map(({ ids, ...scope }) => ({ ...scope, content: ids.map((id) => ({ collection, id, row: byId.get(id) })) }));
  return writtenLog(located, { members: [], unnotified });
}

interface Entry {
  readonly name: string;
  readonly scope: ScopeName;
  readonly collection: CollectionName;
  readonly id: string;
  readonly removed: boolean;
}

const collectionsOf = (rows: readonly { readonly collection: CollectionName }[]): CollectionName[] => [
  ...new Set(rows.map(({ collection }) => collection)),
];

const nameOf = (kind: string, owner: string, other: string | null): string => `${kind} ${owner} ${other ?? ''}`;

/** One entry for each scope and document, in the order of the changes. Of repeated ones the last counts. */
function entriesOf(changes: readonly Change[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const { scopes, collection, id, removed = false } of changes) {
    for (const scope of scopes) {
      const name = nameOf(scope.kind, scope.owner, scope.other);
      const key = `${name} ${collection} ${id}`;
      entries.delete(key);
      entries.set(key, { name, scope, collection, id, removed });
    }
  }
  return [...entries.values()];
}

function record(tx: Tx, entries: readonly Entry[], withReaders: boolean) {
  const recorded = entries.map(({ scope, collection, id, removed }) => {
    return { kind: scope.kind, owner: scope.owner, other: scope.other, collection, id, removed };
  });
  return tx<MovedScope[]>`
    select moved_scope, scope_kind, scope_owner, scope_other, prev_head, new_head, readers
    from record_changes(array(select e from jsonb_populate_recordset(null::log_entry, ${tx.json(recorded)}) e), ${withReaders})`;
}

/**
 * Writes these changes to the log. With `read`, it also makes their frames, unless there are too many entries: it finds the readers once
 * the scopes are locked, and loads the rows as this transaction has written them. To be called once, last in a transaction.
 */
export async function writeLog(
  tx: Tx,
  features: CollectionFeatures,
  outcome: Outcome,
  { read }: { readonly read: boolean },
): Promise<WrittenLog> {
  const { members, images } = outcome;
  const entries = entriesOf(outcome.changes);
  const reading = read && entries.length <= MAX_READ_ENTRIES;
  if (entries.length === 0) {
    return {
      moved: { scopes: [], members, images },
      rows: members.length,
      unnotified: [],
      frames: reading ? [] : null,
      document: () => undefined,
    };
  }

  // Sent all at once: the statements follow each other on the connection and cost one round trip.
  const live = groupedBy(
    entries.filter((entry) => reading && !entry.removed),
    (entry) => entry.collection,
  );
  // Scopes get their numbers only when the log is written. Loading depends on no number.
  const refs = new Map<Entry, RowRef>();
  const [scopes, loaded] = await Promise.all([
    record(tx, entries, reading),
    Promise.all(
      [...live].map(async ([collection, rows]) => {
        const asked = rows.map((entry): RowRef => {
          const ref = { id: entry.id, scope: { ...entry.scope, id: 0 } };
          refs.set(entry, ref);
          return ref;
        });
        return features[collection].load(tx, asked);
      }),
    ),
  ]);
  const byScope = groupedBy(entries, (entry) => entry.name);
  const entriesIn = (scope: MovedScope) => byScope.get(nameOf(scope.scope_kind, scope.scope_owner, scope.scope_other)) ?? [];
  if (!reading) {
    const moved = {
      scopes: scopes.map((scope) => ({ id: scope.moved_scope, collections: collectionsOf(entriesIn(scope)) })),
      members,
      images,
    };
    return { moved, rows: entries.length + members.length, unnotified: [], frames: null, document: () => undefined };
  }

  const rows = new Map(loaded.flat().map(({ ref, row }) => [ref, row]));
  const rowOf = (entry: Entry) => {
    const ref = refs.get(entry);
    return ref && rows.get(ref);
  };
  return writtenLog(
    scopes.map((scope) => ({
      scope: scope.moved_scope,
      prev: scope.prev_head,
      head: scope.new_head,
      readers: scope.readers ?? [],
      content: entriesIn(scope).map((entry) => ({
        collection: entry.collection,
        id: entry.id,
        row: rowOf(entry),
      })),
    })),
    { members, images, unnotified: [] },
  );
}
