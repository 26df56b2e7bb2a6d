/**
 * What a member may read, asked of the one view that grants it. Callers that need scopes, log and content to fit together ask
 * within one snapshot.
 */
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { WireDocument } from '../../schemas/protocol/sync.ts';
import { isStorable } from '../../schemas/protocol/text.ts';
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

/**
 * What the viewer may read of these ids. Hidden and missing are alike absent. The scopes of the documents are found first and
 * asked one by one whether the viewer is in them: most questions are about one document, and it lies in few.
 */
export async function visibleDocuments(
  tx: Tx,
  features: CollectionFeatures,
  viewer: string,
  collection: CollectionName,
  ids: readonly string[],
): Promise<Map<string, WireDocument>> {
  // An id that no database stores names nothing, and must not fail the statement that looks for it. Asked also of no ids at all: that
  // nothing lies below something, and that what lies there is hidden, is to take equally long.
  const asked = ids.filter(isStorable);
  const found = await tx<{ doc_id: string; id: number; kind: RowRef['scope']['kind']; owner: string; other: string | null }[]>`
    with entries as materialized (
      select doc_id, scope_id from changes
      where collection = ${collection} and doc_id = any(${asked}::text[]) and not removed
    ), readable as materialized (
      select e.scope_id from (select distinct scope_id from entries) e
      where (select true from scope_readers r where r.scope_id = e.scope_id and r.reader = ${viewer} limit 1)
    )
    select distinct on (e.doc_id) e.doc_id, s.id, s.kind, s.owner, s.other
    from entries e join readable using (scope_id) join scopes s on s.id = e.scope_id
    order by e.doc_id, s.id`;
  const refs = found.map(({ doc_id, ...scope }) => ({ id: doc_id, scope }));
  const documents = await loadDocuments(tx, features, collection, refs);
  return new Map(documents.map((document) => [document.id, document]));
}
