/**
 * What a member may read, asked of the one view that grants it. Callers that need scopes, log and content to fit together ask
 * within one snapshot.
 */
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { WireDocument } from '../../schemas/protocol/sync.ts';
import { isStorable } from '../../schemas/protocol/text.ts';
import { askTogether } from '../db/ask-together.ts';
import type { Tx } from '../db/transaction.ts';
import type { CollectionFeatures, RowRef } from './feature.ts';

/** A scope with its number and the sequence number of its last change. */
export type KnownScope = RowRef['scope'] & { readonly head: number };

/** The epoch of this database, and every scope that the viewer is in now by its number; with `among`, those of these. */
export async function readableScopes(
  tx: Tx,
  viewer: string,
  among?: readonly number[],
): Promise<{ epoch: string; scopes: Map<number, KnownScope> }> {
  const rows = await tx<(Omit<KnownScope, 'id'> & { epoch: string; id: number | null })[]>`
    select e.epoch, r.scope_id as id, r.kind, r.owner, r.other, r.head
    from epoch e left join scope_readers r on r.reader = ${viewer} ${among ? tx`and r.scope_id = any(${[...among]}::int[])` : tx``}
    order by r.scope_id`;
  const scopes = new Map<number, KnownScope>();
  for (const { epoch: _, id, ...scope } of rows) if (id !== null) scopes.set(id, { id, ...scope });
  return { epoch: rows[0]?.epoch ?? '', scopes };
}

/** Where a member stands, as it is told to them. */
export interface ReaderHeads {
  /** the heads of their scopes, as JSON */
  readonly heads: string;
  /** the same for as long as the scopes are the same */
  readonly scopes: string;
}

const noScopes: ReaderHeads = { heads: '{}', scopes: '' };

/**
 * The heads of the scopes of several members. Postgres writes the JSON: as a row for each scope, they would be most of what a
 * server does and keeps for streams on which nothing happens.
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

/** Ids of one collection, and who wants to read them. */
interface Asked {
  readonly viewer: string;
  readonly ids: readonly string[];
}
type Documents = Map<string, WireDocument>;

const questions = new WeakMap<Tx, Map<CollectionName, (asked: Asked) => Promise<Documents | undefined>>>();

/**
 * What the viewer may read of these ids. Hidden and missing are alike absent. Questions that come in one turn of the event loop, in one
 * transaction and about one collection, are one statement, whoever asks: several readers of a new row cost little more than one.
 */
export async function visibleDocuments(
  tx: Tx,
  features: CollectionFeatures,
  viewer: string,
  collection: CollectionName,
  ids: readonly string[],
): Promise<Documents> {
  const ofTransaction = questions.get(tx) ?? new Map();
  questions.set(tx, ofTransaction);
  const ask = ofTransaction.get(collection) ?? askTogether((asked: readonly Asked[]) => visibleToEach(tx, features, collection, asked));
  ofTransaction.set(collection, ask);
  return (await ask({ viewer, ids })) ?? new Map();
}

/**
 * The scopes of the documents are found first and asked one by one whether a viewer is in them: most questions are about one document,
 * and it lies in few.
 */
async function visibleToEach(
  tx: Tx,
  features: CollectionFeatures,
  collection: CollectionName,
  asked: readonly Asked[],
): Promise<Map<Asked, Documents>> {
  // An id that no database stores names nothing, and must not fail the statement that looks for it. Asked also of no ids at all: that
  // nothing lies below something, and that what lies there is hidden, is to take equally long.
  const wanted = asked.flatMap(({ viewer, ids }) => ids.filter(isStorable).map((id) => ({ viewer, id })));
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
      select e.viewer, e.scope_id from (select distinct viewer, scope_id from entries) e
      where (select true from scope_readers r where r.scope_id = e.scope_id and r.reader = e.viewer limit 1)
    )
    select distinct on (e.viewer, e.doc_id) e.viewer, e.doc_id, s.id, s.kind, s.owner, s.other
    from entries e join readable using (viewer, scope_id) join scopes s on s.id = e.scope_id
    order by e.viewer, e.doc_id, s.id`;
  // A row that several read in one scope is loaded once.
  const refs = new Map(found.map(({ viewer: _, doc_id, ...scope }) => [`${scope.id} ${doc_id}`, { id: doc_id, scope }]));
  const documents = await loadDocuments(tx, features, collection, [...refs.values()]);
  const documentOf = new Map(documents.map((document) => [`${document.scope} ${document.id}`, document]));
  const ofViewer = new Map<string, Documents>();
  for (const { viewer, doc_id, id } of found) {
    const document = documentOf.get(`${id} ${doc_id}`);
    const own = ofViewer.get(viewer) ?? new Map();
    if (document) ofViewer.set(viewer, own.set(doc_id, document));
  }
  return new Map(asked.map((one) => [one, only(ofViewer.get(one.viewer.toLowerCase()), one.ids)]));
}

/** Of these documents those that were asked for. */
function only(documents: Documents | undefined, ids: readonly string[]): Documents {
  const own: Documents = new Map();
  for (const id of ids) {
    const document = documents?.get(id);
    if (document) own.set(id, document);
  }
  return own;
}
