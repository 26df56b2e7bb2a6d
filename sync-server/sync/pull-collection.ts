/**
 * One page of one collection for one viewer, out of a snapshot that is already open: first forward, to what changed since in the
 * scopes that the device knows, then backward into what it does not hold yet, newest first. In every scope the rows that were
 * delivered are one contiguous piece of the log, which is all that a checkpoint has to say.
 */
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Checkpoint, PullPage } from '../../schemas/protocol/sync.ts';
import type { Tx } from '../db/transaction.ts';
import { isComplete, type Position, readPosition, writePosition } from './checkpoint-position.ts';
import type { CollectionFeatures } from './feature.ts';
import { mergeNewestFirst } from './merge-newest-first.ts';
import { createPage, type Page, type PageLimits } from './page.ts';
import { type KnownScope, loadDocuments } from './readable-scopes.ts';

/** Rows read at once: the page's bytes are looked at in between. */
const BATCH = 100;

interface Reading {
  readonly tx: Tx;
  readonly features: CollectionFeatures;
  readonly collection: CollectionName;
  /** every scope of the viewer */
  readonly scopes: ReadonlyMap<number, KnownScope>;
  /** where the device is; a scope that is missing here is to be forgotten and filled again */
  readonly positions: ReadonlyMap<number, Position>;
  readonly page: Page;
}

/** Where the device is in each of these scopes, by its checkpoint or from nothing. Scopes in which its number is void are missing. */
export function positionsIn(scopes: ReadonlyMap<number, KnownScope>, checkpoint: Checkpoint): Map<number, Position> {
  const positions = new Map<number, Position>();
  for (const { id, head } of scopes.values()) {
    const position = readPosition(checkpoint[id], head);
    if (position !== null) positions.set(id, position);
  }
  return positions;
}

export const isCaughtUp = (scopes: ReadonlyMap<number, KnownScope>, positions: ReadonlyMap<number, Position>): boolean =>
  [...positions].every(([id, position]) => isComplete(position, scopes.get(id)?.head ?? 0));

export async function pullCollection(
  reading: Omit<Reading, 'page'>,
  checkpoint: Checkpoint,
  limits: PageLimits,
): Promise<{ page: PullPage; bytes: number }> {
  const { scopes, positions } = reading;
  const page = createPage(limits);
  // Nothing is asked of the database where nothing is missing.
  if (!isCaughtUp(scopes, positions)) {
    await readForward({ ...reading, page });
    await readBackward({ ...reading, page });
  }
  const states: Checkpoint = {};
  // Left scopes are named as null: the device merges this map into its own, so a missing key would keep its old number.
  for (const id of Object.keys(checkpoint)) if (!positions.has(Number(id))) states[id] = null;
  for (const [id, position] of positions) states[id] = writePosition(position);
  const more = positions.size < scopes.size || !isCaughtUp(scopes, positions);
  return { page: { ...page.finish(), checkpoint: states, more }, bytes: page.bytes() };
}

async function readForward(reading: Reading): Promise<void> {
  const { tx, collection, scopes, positions, page } = reading;
  const headOf = (id: number) => scopes.get(id)?.head ?? 0;
  for (;;) {
    const behind = [...positions].filter(([id, position]) => position.upTo < headOf(id));
    const many = Math.min(page.room(), BATCH);
    if (behind.length === 0 || many === 0) return;
    const rows = await tx<{ scope_id: number; seq: number; doc_id: string; removed: boolean }[]>`
      select p.scope_id, c.seq, c.doc_id, c.removed
      from unnest(${behind.map(([id]) => id)}::int[], ${behind.map(([, position]) => position.upTo)}::int[]) as p (scope_id, up_to)
      cross join lateral (
        select seq, doc_id, removed from changes
        where scope_id = p.scope_id and collection = ${collection} and seq > p.up_to
        order by seq limit ${many}
      ) c
      order by p.scope_id, c.seq limit ${many}`;
    await deliverChanges(reading, rows);

    // Rows come scope by scope: those before the last one's scope are at their heads, and all are where fewer came than asked for.
    const last = rows.length < many ? undefined : rows.at(-1);
    for (const [id, position] of behind) {
      if (last === undefined || id < last.scope_id) position.upTo = headOf(id);
      else if (id === last.scope_id) position.upTo = last.seq;
    }
  }
}

/** Live rows as documents; the others as removals, or as the document itself where it is live in another scope of the viewer. */
async function deliverChanges(
  { tx, features, collection, scopes, page }: Reading,
  rows: readonly { readonly scope_id: number; readonly doc_id: string; readonly removed: boolean }[],
): Promise<void> {
  const refs = refsOf(
    scopes,
    rows.filter((row) => !row.removed),
  );
  const documents = await loadDocuments(tx, features, collection, refs);
  for (const document of documents) page.add(document);

  const loaded = new Set(documents.map((document) => `${document.scope} ${document.id}`));
  const gone = rows.filter((row) => !loaded.has(`${row.scope_id} ${row.doc_id}`));
  for (const row of gone) page.remove(row.doc_id, row.scope_id);

  const elsewhere = gone.map((row) => row.doc_id).filter((id) => !page.has(id));
  if (elsewhere.length === 0) return;
  const live = await tx<{ scope_id: number; doc_id: string }[]>`
    select distinct on (doc_id) doc_id, scope_id from changes
    where collection = ${collection} and doc_id = any(${elsewhere}::text[]) and not removed and scope_id = any(${[...scopes.keys()]}::int[])
    order by doc_id, scope_id`;
  for (const document of await loadDocuments(tx, features, collection, refsOf(scopes, live))) page.add(document);
}

async function readBackward({ tx, features, collection, scopes, positions, page }: Reading): Promise<void> {
  if ([...positions].some(([id, position]) => position.upTo < (scopes.get(id)?.head ?? 0))) return;
  for (let perScope = 8; ; perScope *= 2) {
    const open = [...positions].filter(([, position]) => position.downTo > 1);
    const room = Math.min(page.room(), BATCH);
    if (open.length === 0 || room === 0) return;
    const depth = Math.min(room, perScope + Math.ceil(room / open.length));
    // What was removed before the device came is nothing to it: copies of it that it holds without having come this way are
    // found by `check`.
    const rows = await tx<{ scope_id: number; seq: number; doc_id: string; at: number }[]>`
      select p.scope_id, c.seq, c.doc_id, c.at
      from unnest(${open.map(([id]) => id)}::int[], ${open.map(([, position]) => position.downTo)}::int[]) as p (scope_id, down_to)
      cross join lateral (
        select seq, doc_id, extract(epoch from at)::float8 as at from changes
        where scope_id = p.scope_id and collection = ${collection} and seq < p.down_to and not removed
        order by seq desc limit ${depth}
      ) c
      order by p.scope_id, c.seq desc`;
    const byScope = new Map<number, (typeof rows)[number][]>(open.map(([id]) => [id, []]));
    for (const row of rows) byScope.get(row.scope_id)?.push(row);

    const merged = mergeNewestFirst(
      [...byScope].map(([id, entries]) => ({ head: scopes.get(id)?.head ?? 0, entries, mayHaveMore: entries.length === depth })),
      room,
    );
    const refs = refsOf(
      scopes,
      merged.filter((row) => !page.has(row.doc_id)),
    );
    for (const document of await loadDocuments(tx, features, collection, refs)) if (!page.has(document.id)) page.add(document);

    const taken = new Map<number, number>();
    for (const row of merged) taken.set(row.scope_id, (taken.get(row.scope_id) ?? 0) + 1);
    for (const [id, position] of open) {
      const entries = byScope.get(id) ?? [];
      const count = taken.get(id) ?? 0;
      if (count === entries.length && entries.length < depth) position.downTo = 0;
      else position.downTo = entries[count - 1]?.seq ?? position.downTo;
    }
  }
}

function refsOf(scopes: ReadonlyMap<number, KnownScope>, rows: readonly { readonly scope_id: number; readonly doc_id: string }[]) {
  return rows.flatMap((row) => {
    const scope = scopes.get(row.scope_id);
    return scope ? [{ id: row.doc_id, scope }] : [];
  });
}
