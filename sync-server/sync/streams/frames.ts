/**
 * What moved in some scopes, encoded once for each scope, and who may read it. Content and readers come from one snapshot, so a frame never
 * reaches a member who could not read it at that moment.
 */
import { idPrefix } from '../../../schemas/base/joined-id.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { collectionNames } from '../../../schemas/protocol/collections.ts';
import type { Frame, Removal, WireDocument } from '../../../schemas/protocol/sync.ts';
import type { Database, Tx } from '../../db/pool/transaction.ts';
import type { CollectionFeatures, RowRef } from '../feature.ts';
import { type KnownScope, loadDocuments } from '../pull/readable-scopes.ts';

/** A pull fetches more changes than this, because it knows what a device has. */
export const MAX_FRAME_CHANGES = 200;
/** Less than a reader may leave unread (`MAX_UNSENT_BYTES`), so that a reader that keeps up gets the frame. */
export const MAX_FRAME_BYTES = 32 * 1024;

export interface FrameForReaders {
  /** the given viewers who are in the scope */
  readonly readers: readonly string[];
  /** the encoded frame; null where its readers must pull instead */
  readonly frame: string | null;
}

export interface ReadFrames {
  /** the heads of the scopes that at least one of the viewers is in */
  readonly heads: ReadonlyMap<number, number>;
  /** the frames of the scopes in which something moved */
  readonly frames: readonly FrameForReaders[];
}

/**
 * The frames of these scopes, each from its `prev`, for these viewers. A scope without `prev` has no frame: its readers have just come, and
 * the log names what was removed before.
 */
export async function readFrames(
  database: Database,
  features: CollectionFeatures,
  moved: ReadonlyMap<number, number | null>,
  viewers: readonly string[],
): Promise<ReadFrames> {
  if (moved.size === 0) return { heads: new Map(), frames: [] };
  return database.read(async (tx) => {
    const { scopes, readers } = await readersOf(tx, [...moved.keys()], viewers);
    const steps = [...scopes.values()]
      .map((scope) => ({ scope, prev: moved.get(scope.id) ?? null }))
      .filter(({ scope, prev }) => (prev ?? -1) < scope.head);
    const encoded = await encodeFrames(
      tx,
      features,
      steps.flatMap(({ scope, prev }) => (prev === null || scope.head - prev > MAX_FRAME_CHANGES ? [] : [{ scope, prev }])),
    );
    return {
      heads: new Map([...scopes.values()].map((scope) => [scope.id, scope.head])),
      frames: steps.map(({ scope }) => ({ readers: readers.get(scope.id) ?? [], frame: encoded.get(scope.id) ?? null })),
    };
  });
}

async function readersOf(tx: Tx, ids: readonly number[], viewers: readonly string[]) {
  const rows = await tx<(KnownScope & { reader: string })[]>`
    select scope_id as id, kind, owner, other, head, reader from scope_readers
    where scope_id = any(${ids as number[]}::int[]) and reader = any(${viewers as string[]}::uuid[])
    order by scope_id`;
  const scopes = new Map<number, KnownScope>();
  const readers = new Map<number, string[]>();
  for (const { reader, ...scope } of rows) {
    scopes.set(scope.id, scope);
    const known = readers.get(scope.id);
    if (known) known.push(reader);
    else readers.set(scope.id, [reader]);
  }
  return { scopes, readers };
}

interface Step {
  readonly scope: KnownScope;
  readonly prev: number;
}

/** A row of a frame: its document, or null where the row was taken out of the scope or no longer exists. */
export interface FrameRow {
  readonly collection: CollectionName;
  readonly id: string;
  readonly document: WireDocument | null;
}

/** The frame as JSON, or null where it is too large to be sent. */
export function encodeFrame(place: Pick<Frame, 'scope' | 'prev' | 'head'>, rows: readonly FrameRow[]): string | null {
  const collections: Partial<Record<CollectionName, { documents: WireDocument[]; removed: Removal[] }>> = {};
  for (const { collection, id, document } of rows) {
    collections[collection] ??= { documents: [], removed: [] };
    if (document) collections[collection].documents.push(document);
    else collections[collection].removed.push([id, place.scope]);
  }
  const json = JSON.stringify({ ...place, collections } satisfies Frame);
  return Buffer.byteLength(json) <= MAX_FRAME_BYTES ? json : null;
}

/** Whether this names people by a row that is gone. Somebody who came after it was removed must not learn that it existed. */
const revealsPast = ({ kind }: KnownScope, { id, document }: FrameRow): boolean =>
  document === null && kind !== 'self' && idPrefix(id) !== null;

/**
 * The frames of these steps by scope. A step has none where it is too large, or reveals what somebody who came during it could not read:
 * other processes may have written several transactions of it.
 */
async function encodeFrames(tx: Tx, features: CollectionFeatures, steps: readonly Step[]): Promise<Map<number, string>> {
  if (steps.length === 0) return new Map();
  // The index has the collection between scope and number. Asked for each collection, it needs only a few short range scans.
  const rows = await tx<{ scope_id: number; collection: CollectionName; doc_id: string; removed: boolean }[]>`
    select p.scope_id, k.collection, c.doc_id, c.removed
    from unnest(${steps.map((step) => step.scope.id)}::int[], ${steps.map((step) => step.prev)}::int[]) as p (scope_id, prev)
    cross join unnest(${[...collectionNames]}::text[]) as k (collection)
    cross join lateral (
      select seq, doc_id, removed from changes
      where scope_id = p.scope_id and collection = k.collection and seq > p.prev
      order by seq
    ) c
    order by p.scope_id, k.collection, c.seq`;

  const scopes = new Map(steps.map(({ scope }) => [scope.id, scope]));
  const documents = new Map<string, WireDocument>();
  for (const collection of new Set(rows.map((row) => row.collection))) {
    const refs = rows.flatMap((row): RowRef[] => {
      const scope = scopes.get(row.scope_id);
      return scope && row.collection === collection && !row.removed ? [{ id: row.doc_id, scope }] : [];
    });
    for (const document of await loadDocuments(tx, features, collection, refs)) {
      documents.set(`${document.scope} ${collection} ${document.id}`, document);
    }
  }

  const encoded = new Map<number, string>();
  for (const { scope, prev } of steps) {
    const own = rows.filter((row) => row.scope_id === scope.id);
    const content = own.map(({ collection, doc_id: id }) => ({
      collection,
      id,
      document: documents.get(`${scope.id} ${collection} ${id}`) ?? null,
    }));
    if (content.some((row) => revealsPast(scope, row))) continue;
    const json = encodeFrame({ scope: scope.id, prev, head: scope.head }, content);
    if (json !== null) encoded.set(scope.id, json);
  }
  return encoded;
}
