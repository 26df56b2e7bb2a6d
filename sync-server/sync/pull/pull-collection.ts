/**
 * One page of one collection for one viewer, from a snapshot that is already open. It first reads forward: what changed in the scopes that
 * the device knows. Then it reads backward into what the device does not have yet, newest first. In every scope the delivered rows are one
 * contiguous piece of the log, so a checkpoint has to describe nothing more.
 */
import { idPrefix } from '../../../schemas/base/joined-id.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { Checkpoint, PullPage, WireDocument } from '../../../schemas/protocol/sync.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import type { CollectionFeatures } from '../feature.ts';
import { isComplete, type Position, readPosition, writePosition } from './checkpoint-position.ts';
import { mergeNewestFirst } from './merge-newest-first.ts';
import { createPage, type Page } from './page.ts';
import { type KnownScope, loadDocuments } from './readable-scopes.ts';

/** How many more rows of the log are read in each scope than its equal share of the page. */
const AHEAD = 8;

interface Reading {
  readonly tx: Tx;
  readonly features: CollectionFeatures;
  readonly collection: CollectionName;
  /** every scope of the viewer */
  readonly scopes: ReadonlyMap<number, KnownScope>;
  /** where the device is; it must forget a scope that is missing here and fill it again */
  readonly positions: ReadonlyMap<number, Position>;
  readonly page: Page;
}

interface LogRow {
  readonly scope_id: number;
  readonly seq: number;
  readonly doc_id: string;
  readonly removed: boolean;
}

interface Entry {
  readonly scope_id: number;
  readonly seq: number;
  readonly doc_id: string;
  readonly at: number;
}

/** What the backfill has read of one scope and not delivered yet. */
interface Piece {
  readonly id: number;
  readonly head: number;
  readonly position: Position;
  entries: Entry[];
  /** the number of the last row that was read */
  readTo: number;
  /** whether older rows may exist that were not read */
  mayHaveMore: boolean;
  /** how many rows are read at once */
  step: number;
}

/** Where the device is in each of these scopes, by its checkpoint or with nothing yet. Scopes with a void number are left out. */
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

/** A page that is read in pieces, each of which continues the one before. */
export interface CollectionPull {
  /** Reads further, by about so many bytes at most. Returns how many were read. */
  read(bytes: number): Promise<number>;
  /** Whether the page could take more, and there is more. */
  wantsMore(): boolean;
  finish(): PullPage;
}

/** `limit` is the most documents that the device asked for. */
export function pullCollection(given: Omit<Reading, 'page'>, checkpoint: Checkpoint, limit: number): CollectionPull {
  const { scopes, positions } = given;
  const reading: Reading = { ...given, page: createPage(limit) };
  const { page } = reading;
  return {
    async read(bytes) {
      const before = page.bytes();
      page.allow(bytes);
      // A collection that lacks nothing costs no query.
      if (!isCaughtUp(scopes, positions)) {
        await readForward(reading);
        await readBackward(reading);
      }
      return page.bytes() - before;
    },
    wantsMore: () => !page.hasAllDocuments() && !isCaughtUp(scopes, positions),
    finish() {
      const states: Checkpoint = {};
      // Scopes without a position are set to null: the device merges this map into its own, so a missing key would keep its old number.
      for (const id of Object.keys(checkpoint)) if (!positions.has(Number(id))) states[id] = null;
      for (const [id, position] of positions) states[id] = writePosition(position);
      const more = positions.size < scopes.size || !isCaughtUp(scopes, positions);
      return { ...page.finish(), checkpoint: states, more };
    },
  };
}

async function readForward(reading: Reading): Promise<void> {
  const { tx, collection, scopes, positions, page } = reading;
  const headOf = (id: number) => scopes.get(id)?.head ?? 0;
  for (;;) {
    const batch = page.remaining();
    const behind = [...positions].filter(([id, position]) => position.upTo < headOf(id)).slice(0, batch);
    if (behind.length === 0) return;
    const depth = Math.floor(batch / behind.length);
    const rows = await tx<LogRow[]>`
      select p.scope_id, c.seq, c.doc_id, c.removed
      from unnest(${behind.map(([id]) => id)}::int[], ${behind.map(([, position]) => position.upTo)}::int[]) as p (scope_id, up_to)
      cross join lateral (
        select seq, doc_id, removed from changes
        where scope_id = p.scope_id and collection = ${collection} and seq > p.up_to
        order by seq limit ${depth}
      ) c
      order by p.scope_id, c.seq`;
    const read = byScope(rows);
    const delivered = byScope(await deliverChanges(reading, rows));
    for (const [id, position] of behind) {
      const own = delivered.get(id) ?? [];
      const all = read.get(id)?.length ?? 0;
      if (own.length === all && all < depth) position.upTo = headOf(id);
      else position.upTo = own.at(-1)?.seq ?? position.upTo;
    }
  }
}

/**
 * Adds live rows as documents, and the others as removals or as id prefixes to ask about. Where a removed row is live in another scope of
 * the viewer, its document is added too. Keeps the given order and stops when the page is full.
 *
 * @returns the delivered rows: a prefix of the given ones
 */
async function deliverChanges(reading: Reading, rows: readonly LogRow[]): Promise<readonly LogRow[]> {
  const { tx, collection, scopes, page } = reading;
  const documents = await documentsOf(
    reading,
    rows.filter((row) => !row.removed),
  );
  const removedRows: LogRow[] = [];
  let count = 0;
  for (const row of rows) {
    if (page.isFull()) break;
    count += 1;
    const document = documents.get(keyOf(row));
    if (document) page.add(document);
    else {
      // An id that joins others names people. It would reveal a friendship or a reaction that came and went while the device was away.
      const beginning = scopes.get(row.scope_id)?.kind === 'self' ? null : idPrefix(row.doc_id);
      if (beginning === null) page.remove(row.doc_id, row.scope_id);
      else page.askAbout(beginning, row.scope_id);
      removedRows.push(row);
    }
  }
  const idsToFindElsewhere = removedRows.map((row) => row.doc_id).filter((id) => !page.has(id));
  if (idsToFindElsewhere.length > 0) {
    const live = await tx<{ scope_id: number; doc_id: string }[]>`
      select distinct on (doc_id) doc_id, scope_id from changes
      where collection = ${collection} and doc_id = any(${idsToFindElsewhere}::text[]) and not removed and scope_id = any(${[...scopes.keys()]}::int[])
      order by doc_id, scope_id`;
    for (const document of (await documentsOf(reading, live)).values()) page.add(document);
  }
  return rows.slice(0, count);
}

/**
 * Reads the log scope by scope and keeps the rows until they are delivered. Reads further in a scope when its rows are used up, but never
 * more than the page is likely to take.
 */
async function readBackward(reading: Reading): Promise<void> {
  const { scopes, positions, page } = reading;
  if ([...positions].some(([id, position]) => position.upTo < (scopes.get(id)?.head ?? 0))) return;
  const pieces = [...positions]
    .filter(([, position]) => position.downTo > 1)
    .map(
      ([id, position]): Piece => ({
        id,
        head: scopes.get(id)?.head ?? 0,
        position,
        entries: [],
        readTo: position.downTo,
        mayHaveMore: true,
        step: 0,
      }),
    );
  for (let batch = page.remaining(); batch > 0 && pieces.some(({ position }) => position.downTo > 1); batch = page.remaining()) {
    const newest = await takeNewest(reading, pieces, batch);
    const documents = await documentsOf(
      reading,
      newest.filter((row) => !page.has(row.doc_id)),
    );
    let count = 0;
    for (const row of newest) {
      if (page.isFull()) break;
      count += 1;
      const document = documents.get(keyOf(row));
      if (document && !page.has(document.id)) page.add(document);
    }
    const taken = byScope(newest);
    const delivered = byScope(newest.slice(0, count));
    for (const { id, position, entries, mayHaveMore } of pieces) {
      const own = delivered.get(id) ?? [];
      const isWhole = own.length === (taken.get(id)?.length ?? 0);
      if (isWhole && entries.length === 0 && !mayHaveMore) position.downTo = 0;
      else position.downTo = own.at(-1)?.seq ?? position.downTo;
    }
  }
}

/** The next rows of the log, newest first across scopes: `count`, or all that remain. */
async function takeNewest(reading: Reading, pieces: readonly Piece[], count: number): Promise<Entry[]> {
  const newest: Entry[] = [];
  while (newest.length < count && pieces.some(({ entries, mayHaveMore }) => entries.length > 0 || mayHaveMore)) {
    await readAhead(reading, pieces, count - newest.length);
    const merged = mergeNewestFirst(pieces, count - newest.length);
    const taken = byScope(merged);
    for (const piece of pieces) piece.entries = piece.entries.slice(taken.get(piece.id)?.length ?? 0);
    newest.push(...merged);
  }
  return newest;
}

/**
 * Reads further in the scopes that have fewer rows at hand than their equal share. A livelier scope is used up again and again, so it is
 * read in larger steps.
 */
async function readAhead({ tx, collection }: Reading, pieces: readonly Piece[], count: number): Promise<void> {
  const share = Math.ceil(count / pieces.length);
  const low = pieces.filter(({ entries, mayHaveMore }) => mayHaveMore && entries.length < share);
  if (low.length === 0) return;
  for (const piece of low) piece.step = Math.min(count, share + AHEAD + (piece.entries.length === 0 ? piece.step : 0));
  // Rows that were removed before the device came do not matter to it. Copies that reached it in another way are found by `check`.
  const rows = await tx<Entry[]>`
    select p.scope_id, c.seq, c.doc_id, c.at
    from unnest(
      ${low.map(({ id }) => id)}::int[], ${low.map(({ readTo }) => readTo)}::int[], ${low.map(({ step }) => step)}::int[]
    ) as p (scope_id, down_to, step)
    cross join lateral (
      select seq, doc_id, date_part('epoch', at) as at from changes
      where scope_id = p.scope_id and collection = ${collection} and seq < p.down_to and not removed
      order by seq desc limit p.step
    ) c
    order by p.scope_id, c.seq desc`;
  const read = byScope(rows);
  for (const piece of low) {
    const further = read.get(piece.id) ?? [];
    piece.entries = [...piece.entries, ...further];
    piece.readTo = further.at(-1)?.seq ?? piece.readTo;
    piece.mayHaveMore = further.length === piece.step;
  }
}

const keyOf = (row: { readonly scope_id: number; readonly doc_id: string }): string => `${row.scope_id} ${row.doc_id}`;

/** The documents of these rows by `keyOf`. Rows without a document are absent. */
async function documentsOf(
  { tx, features, collection, scopes }: Reading,
  rows: readonly { readonly scope_id: number; readonly doc_id: string }[],
): Promise<Map<string, WireDocument>> {
  const refs = rows.flatMap((row) => {
    const scope = scopes.get(row.scope_id);
    return scope ? [{ id: row.doc_id, scope }] : [];
  });
  const documents = await loadDocuments(tx, features, collection, refs);
  return new Map(documents.map((document) => [keyOf({ scope_id: document.scope, doc_id: document.id }), document]));
}

function byScope<Row extends { readonly scope_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.scope_id);
    if (group) group.push(row);
    else groups.set(row.scope_id, [row]);
  }
  return groups;
}
