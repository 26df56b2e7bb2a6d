/**
 * What a member may read, from the one view that grants it. Callers that need scopes, log and content to match must ask within one
 * snapshot.
 */
import { isStorable } from '../../../schemas/base/text.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { WireDocument } from '../../../schemas/protocol/sync.ts';
import { groupedBy } from '../../db/grouped-by.ts';
import { batchQueriesPerTransaction } from '../../db/pool/batch-queries.ts';
import { isSnapshot, type Tx } from '../../db/pool/transaction.ts';
import type { CollectionFeatures, RowRef } from '../feature.ts';

/** A scope with its number and the sequence number of its last change. */
export type KnownScope = RowRef['scope'] & { readonly head: number };

export interface Readable {
  /** the epoch of this database */
  readonly epoch: string;
  /** by scope number */
  readonly scopes: ReadonlyMap<number, KnownScope>;
}

interface AskedScopes {
  readonly viewer: string;
  readonly among: readonly number[] | undefined;
}
type ScopeRow = Omit<KnownScope, 'id'> & { readonly epoch: string; readonly reader: string; readonly id: number | null };

/**
 * Every scope that the viewer is in now; with `among`, only scopes out of these. Questions from one turn of the event loop and one
 * transaction become one statement, for all viewers.
 */
export async function readableScopes(tx: Tx, viewer: string, among?: readonly number[]): Promise<Readable> {
  if (among === undefined && isSnapshot(tx)) return allScopesOnce(tx, viewer);
  return (await scopesOfEach(tx, { viewer, among })) ?? nothingReadable;
}
const nothingReadable: Readable = { epoch: '', scopes: new Map() };

const allScopesOf = new WeakMap<Tx, Map<string, Promise<Readable>>>();

/** All scopes of the viewer, read once in this snapshot. */
function allScopesOnce(tx: Tx, viewer: string): Promise<Readable> {
  const byViewer = allScopesOf.get(tx) ?? new Map<string, Promise<Readable>>();
  allScopesOf.set(tx, byViewer);
  const found = byViewer.get(viewer) ?? scopesOfEach(tx, { viewer, among: undefined }).then((answer) => answer ?? nothingReadable);
  byViewer.set(viewer, found);
  return found;
}

const scopesOfEach = batchQueriesPerTransaction(async (tx: Tx, asked: readonly AskedScopes[]): Promise<Map<AskedScopes, Readable>> => {
  const all = asked.filter(({ among }) => among === undefined);
  const some = asked.filter(({ among }) => among !== undefined);
  const answers = new Map<AskedScopes, Readable>();
  const answer = (questions: readonly AskedScopes[], rows: readonly ScopeRow[]): void => {
    const rowsByViewer = groupedBy(rows, ({ reader }) => reader);
    for (const one of questions) {
      const scopes = new Map<number, KnownScope>();
      for (const { epoch: _, reader: __, id, ...scope } of rowsByViewer.get(one.viewer.toLowerCase()) ?? [])
        if (id !== null && one.among?.includes(id) !== false) scopes.set(id, { id, ...scope });
      answers.set(one, { epoch: rows[0]?.epoch ?? '', scopes });
    }
  };
  await Promise.all([
    all.length > 0 && allScopes(tx, all).then((rows) => answer(all, rows)),
    some.length > 0 && scopesAmong(tx, some).then((rows) => answer(some, rows)),
  ]);
  return answers;
});

function allScopes(tx: Tx, asked: readonly AskedScopes[]) {
  const viewers = asked.map(({ viewer }) => viewer);
  return tx<ScopeRow[]>`
    select e.epoch, r.reader, r.scope_id as id, r.kind, r.owner, r.other, r.head
    from epoch e left join scope_readers r on ${viewers.length === 1 ? tx`r.reader = ${viewers[0] ?? null}` : tx`r.reader = any(${viewers}::uuid[])`}
    order by r.scope_id`;
}

function scopesAmong(tx: Tx, asked: readonly AskedScopes[]) {
  const pairs = asked.flatMap(({ viewer, among = [] }) => among.map((scope) => ({ viewer, scope })));
  return tx<ScopeRow[]>`
    with asked as materialized (
      select scope_id, array_agg(viewer) as viewers
      from unnest(${pairs.map(({ viewer }) => viewer)}::uuid[], ${pairs.map(({ scope }) => scope)}::int[]) as a (viewer, scope_id)
      group by scope_id
    )
    select e.epoch, r.reader, r.id, r.kind, r.owner, r.other, r.head
    from epoch e left join (
      select s.*, reader from asked a join scopes s on s.id = a.scope_id
      cross join unnest(readers_among(s.id, s.kind, a.viewers)) as reader
    ) r on true
    order by r.id`;
}

/** The heads of one member, as they are sent. */
export interface ReaderHeads {
  /** the heads of the member's scopes, as JSON */
  readonly heads: string;
  /** stays the same as long as the set of scopes does */
  readonly scopes: string;
}

const noScopes: ReaderHeads = { heads: '{}', scopes: '' };

/**
 * The heads of the scopes of several members. Postgres builds the JSON. With a row for each scope, this would be most of a server's work
 * and memory for idle streams.
 */
export async function headsOfReaders(tx: Tx, viewers: readonly string[]): Promise<(viewer: string) => ReaderHeads> {
  const rows = await tx<(ReaderHeads & { reader: string })[]>`
    select reader, '{' || string_agg('"' || scope_id || '":' || head, ',' order by scope_id) || '}' as heads,
      md5(string_agg(scope_id::text, ' ' order by scope_id)) as scopes
    from scope_readers where reader = any(${viewers as string[]}::uuid[]) group by reader`;
  const heads = new Map(rows.map(({ reader, ...own }) => [reader, own]));
  return (viewer) => heads.get(viewer) ?? noScopes;
}

/**
 * The rows behind these references as documents. What the feature no longer finds is absent.
 */
export async function loadDocuments(
  tx: Tx,
  features: CollectionFeatures,
  collection: CollectionName,
  refs: readonly RowRef[],
): Promise<WireDocument[]> {
  if (refs.length === 0) return [];
  const loaded = await features[collection].load(tx, refs);
  return loaded.map(({ ref, row }) => ({ ...row, scope: ref.scope.id }));
}

/** Ids of one collection, and the viewer who wants to read them. */
interface Asked {
  readonly features: CollectionFeatures;
  readonly collection: CollectionName;
  readonly viewer: string;
  readonly ids: readonly string[];
}
type Documents = Map<string, WireDocument>;

/**
 * The documents with these ids that the viewer may read. Hidden and missing ones are both absent. Questions from one turn of the event
 * loop, one transaction and one collection become one statement, for all viewers: several readers of a new row cost little more than one.
 */
export async function visibleDocuments(
  tx: Tx,
  features: CollectionFeatures,
  viewer: string,
  collection: CollectionName,
  ids: readonly string[],
): Promise<Documents> {
  return (await documentsOfEach(tx, { features, collection, viewer, ids })) ?? new Map();
}

const documentsOfEach = batchQueriesPerTransaction(async (tx: Tx, asked: readonly Asked[]): Promise<Map<Asked, Documents>> => {
  const byCollection = [...groupedBy(asked, ({ collection }) => collection)];
  return new Map(
    (await Promise.all(byCollection.map(([collection, ones]) => visibleToEach(tx, collection, ones)))).flatMap((one) => [...one]),
  );
});

/** With more ids than this, reading all scopes of the viewer is less work than a lookup for each document. */
const LOOKUP_MAX = 8;

interface Found {
  readonly viewer: string;
  readonly doc_id: string;
  readonly scope: RowRef['scope'];
}

async function visibleToEach(tx: Tx, collection: CollectionName, asked: readonly Asked[]): Promise<Map<Asked, Documents>> {
  // An id that no database can store names nothing, and must not fail the statement. The query runs even without ids: an empty list must
  // take as long to answer as a hidden one.
  const wanted = asked.flatMap(({ viewer, ids }) => ids.filter(isStorable).map((id) => ({ viewer, id })));
  const known = await knownScopes(tx, asked);
  const [unknown, foundInKnown] = await Promise.all([
    asked.every(({ viewer }) => known.has(viewer))
      ? []
      : findReadable(
          tx,
          collection,
          wanted.filter(({ viewer }) => !known.has(viewer)),
        ),
    known.size === 0 ? [] : findAmong(tx, collection, wanted, known),
  ]);
  const found = [...unknown, ...foundInKnown];
  // A row that several viewers read in one scope is loaded once.
  const refs = new Map(found.map(({ doc_id, scope }) => [`${scope.id} ${doc_id}`, { id: doc_id, scope }]));
  const documents = asked[0] ? await loadDocuments(tx, asked[0].features, collection, [...refs.values()]) : [];
  const documentOf = new Map(documents.map((document) => [`${document.scope} ${document.id}`, document]));
  const rowsByViewer = new Map<string, Documents>();
  for (const { viewer, doc_id, scope } of found) {
    const document = documentOf.get(`${scope.id} ${doc_id}`);
    const own = rowsByViewer.get(viewer) ?? new Map();
    if (document) rowsByViewer.set(viewer, own.set(doc_id, document));
  }
  return new Map(asked.map((one) => [one, only(rowsByViewer.get(one.viewer) ?? rowsByViewer.get(one.viewer.toLowerCase()), one.ids)]));
}

/** All scopes of the viewers whose scopes this snapshot has read, or who ask about so many ids that reading them pays. */
async function knownScopes(tx: Tx, asked: readonly Asked[]): Promise<Map<string, Readable['scopes']>> {
  if (!isSnapshot(tx)) return new Map();
  const read = allScopesOf.get(tx);
  const viewers = new Set(asked.filter(({ viewer, ids }) => ids.length > LOOKUP_MAX || read?.has(viewer)).map(({ viewer }) => viewer));
  return new Map(await Promise.all([...viewers].map(async (viewer) => [viewer, (await readableScopes(tx, viewer)).scopes] as const)));
}

/** Where these documents lie in a scope of their viewer. */
async function findAmong(
  tx: Tx,
  collection: CollectionName,
  wanted: readonly { readonly viewer: string; readonly id: string }[],
  known: ReadonlyMap<string, Readable['scopes']>,
): Promise<Found[]> {
  const ids = [...new Set(wanted.filter(({ viewer }) => known.has(viewer)).map(({ id }) => id))];
  const entries = await tx<{ doc_id: string; scope_id: number }[]>`
    select doc_id, scope_id from changes
    where collection = ${collection} and doc_id = any (${ids}::text[]) and not removed order by doc_id, scope_id`;
  const places = groupedBy(entries, ({ doc_id }) => doc_id);
  return wanted.flatMap(({ viewer, id }) => {
    const scopes = known.get(viewer);
    const scope = places.get(id)?.flatMap(({ scope_id }) => scopes?.get(scope_id) ?? [])[0];
    return scope ? [{ viewer, doc_id: id, scope }] : [];
  });
}

/**
 * The same where the scopes of the viewers are not known. Finds the scopes of the documents first, then asks for each scope which of the
 * viewers are in it: most questions are about one document, and a document lies in few scopes.
 */
async function findReadable(
  tx: Tx,
  collection: CollectionName,
  wanted: readonly { readonly viewer: string; readonly id: string }[],
): Promise<Found[]> {
  const found = await tx<
    { viewer: string; doc_id: string; id: number; kind: RowRef['scope']['kind']; owner: string; other: string | null }[]
  >`
    with asked as materialized (
      select distinct viewer, doc_id from unnest(
        ${wanted.map(({ viewer }) => viewer)}::uuid[], ${wanted.map(({ id }) => id)}::text[]
      ) as a (viewer, doc_id)
    ), entries as materialized (
      select a.viewer, c.doc_id, c.scope_id from asked a
      join changes c on c.collection = ${collection} and c.doc_id = a.doc_id and not c.removed
    ), readable as materialized (
      select s.id, s.kind, s.owner, s.other, readers_among(s.id, s.kind, e.viewers) as viewers
      from (select scope_id, array_agg(distinct viewer) as viewers from entries group by scope_id) e join scopes s on s.id = e.scope_id
    )
    select distinct on (e.viewer, e.doc_id) e.viewer, e.doc_id, r.id, r.kind, r.owner, r.other
    from entries e join readable r on r.id = e.scope_id and e.viewer = any (r.viewers)
    order by e.viewer, e.doc_id, r.id`;
  return found.map(({ viewer, doc_id, ...scope }) => ({ viewer, doc_id, scope }));
}

/** The documents among these that were asked for. */
function only(documents: Documents | undefined, ids: readonly string[]): Documents {
  const own: Documents = new Map();
  for (const id of ids) {
    const document = documents?.get(id);
    if (document) own.set(id, document);
  }
  return own;
}
