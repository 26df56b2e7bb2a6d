/**
 * Reads for one reader of a channel what came after its position. Scopes, log and entities come from one snapshot, so the reader gets
 * nothing that it could not read at that moment.
 */
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { groupedBy } from '../../db/grouped-by.ts';
import { batchQueries } from '../../db/pool/batch-queries.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import type { CollectionFeatures } from '../feature.ts';
import { missedRemovals } from '../pull/old-removals.ts';
import { type KnownScope, readableScopes, visibleDocuments } from '../pull/readable-scopes.ts';
import type { Channel, Entity } from './channel.ts';
import { type ChannelPosition, decodePosition, encodePosition, type PositionSeal } from './channel-position.ts';
import { type Due, nothingDue } from './channel-reader.ts';

/** How many rows of the log one step sends. This bounds what a reader can leave unread. */
const STEP_ROWS = 40;
/** A reader that is further behind reads the list again. That is one request, and it brings what these rows would show. */
export const MAX_BEHIND = 200;

export type ChannelEvent =
  | { readonly name: 'insert' | 'update'; readonly data: Entity; readonly id: string }
  | { readonly name: 'delete'; readonly data: { readonly id: string }; readonly id: string };

/**
 * `resync`: the reader reads the list again, because the changes cannot be sent one by one: it may have rows that it may no longer read, or
 * changes in between are missing. `behind`: the scopes where another step follows.
 */
export type ChannelStep =
  | { readonly is: 'gone' }
  | { readonly is: 'resync'; readonly position: ChannelPosition; readonly id: string; readonly behind: ReadonlySet<number> }
  | {
      readonly is: 'events';
      readonly events: readonly ChannelEvent[];
      readonly position: ChannelPosition;
      readonly id: string;
      readonly behind: ReadonlySet<number>;
    };

interface LogRow {
  readonly scope_id: number;
  readonly seq: number;
  readonly entered: number;
  readonly collection: CollectionName;
  readonly doc_id: string;
  readonly removed: boolean;
}

interface Reader {
  readonly viewer: string;
  readonly channel: Channel;
}

/**
 * What the steps of one transaction read together. Readers of one scope are mostly at the same position in it and get the same rows.
 */
export interface Shared {
  readonly tx: Tx;
  readonly features: CollectionFeatures;
  /** The epoch of the database, and the key that signs positions. */
  readonly seal: () => Promise<Pick<PositionSeal, 'epoch' | 'key'>>;
  readonly missed: (asked: AskedLog) => Promise<boolean | undefined>;
  readonly log: (asked: AskedLog) => Promise<readonly LogRow[] | undefined>;
}

interface AskedLog {
  readonly behind: readonly { readonly scope: number; readonly upTo: number }[];
  readonly collections: readonly CollectionName[];
}

/** The shared reads for the steps of this transaction. */
export function shareSteps(tx: Tx, features: CollectionFeatures): Shared {
  /** Answers all questions in one turn of the event loop, so that the questions that follow are asked together as well. */
  const together = <Asked, Answer>(ask: (asked: readonly Asked[]) => Promise<readonly Answer[]>) =>
    batchQueries(async (asked: readonly Asked[]) => {
      const answers = await ask(asked);
      return new Map(asked.map((one, nth) => [one, answers[nth] as Answer]));
    });
  const seal = together(async (asked: readonly 'seal'[]) => {
    const [row] = await tx<{ epoch: string; channel_key: string }[]>`select epoch, channel_key from epoch`;
    return asked.map(() => ({ epoch: row?.epoch ?? '', key: row?.channel_key ?? '' }));
  });
  return {
    tx,
    features,
    seal: async () => (await seal('seal')) ?? { epoch: '', key: '' },
    missed: together(async (asked) => {
      const places = asked.flatMap(({ behind, collections }) =>
        behind.filter(({ upTo }) => upTo > 0).flatMap((one) => collections.map((collection) => ({ ...one, collection }))),
      );
      const missed = new Set((await missedRemovals(tx, places)).map(({ collection, scope, upTo }) => `${collection} ${scope} ${upTo}`));
      return asked.map(({ behind, collections }) =>
        behind.some(({ scope, upTo }) => collections.some((collection) => missed.has(`${collection} ${scope} ${upTo}`))),
      );
    }),
    log: together((asked) => readLogs(tx, asked)),
  };
}

/** The scopes of the channel, among those `due`, that the viewer is in; null where the viewer may not read the channel's parent. */
async function channelScopes(
  { tx, features, seal: readSeal }: Shared,
  { viewer, channel }: Reader,
  due: Due = 'all',
): Promise<{ seal: PositionSeal; scopes: Map<number, KnownScope> } | null> {
  const { parent, name } = channel;
  const kinds = [channel, ...channel.shown].flatMap((one) => one.kinds ?? []);
  const [seal, { scopes: all }, documents] = await Promise.all([
    readSeal(),
    readableScopes(tx, viewer, due === 'all' ? undefined : [...due]),
    parent ? visibleDocuments(tx, features, viewer, parent.collection, [parent.id]) : null,
  ]);
  const document = parent && documents?.get(parent.id);
  if (parent && !document) return null;
  const scopes = [...all].filter(([id, { kind }]) => (document ? id === document.scope : kinds.includes(kind)));
  return { seal: { ...seal, viewer, channel: name }, scopes: new Map(scopes) };
}

const headsOf = (scopes: ReadonlyMap<number, KnownScope>): ChannelPosition => new Map([...scopes].map(([id, { head }]) => [id, head]));

/**
 * Where a reader begins: at its last event where that id is valid, otherwise at the current heads. Null where the reader has no such
 * channel.
 */
export async function beginChannel(
  shared: Shared,
  reader: Reader,
  lastEventId: string | undefined,
): Promise<{ readonly position: ChannelPosition; readonly id: string; readonly resumed: boolean } | null> {
  const found = await channelScopes(shared, reader);
  if (!found) return null;
  const { seal, scopes } = found;
  const last = lastEventId === undefined ? null : decodePosition(seal, lastEventId);
  const position = last ?? headsOf(scopes);
  return { position, id: encodePosition(seal, position), resumed: last !== null };
}

/**
 * The next events after `position` in the scopes `due`. A step that has to resync looks at all scopes. `since` is where the first step of
 * this run began: a row that entered later is an insert, however many steps it takes to reach it.
 */
export async function readStep(
  shared: Shared,
  reader: Reader,
  from: { readonly position: ChannelPosition; readonly since: ChannelPosition },
  due: Due,
): Promise<ChannelStep> {
  const { viewer, channel } = reader;
  const { position, since } = from;
  const found = await channelScopes(shared, reader, due);
  if (!found) return { is: 'gone' };
  const { seal, scopes } = found;
  const heads = headsOf(scopes);
  /** The position after a resync covers all scopes: `kept` for the scopes that the reader stays in, the heads for the others. */
  const startOver = async (kept?: ChannelPosition): Promise<ChannelStep> => {
    if (due !== 'all') return readStep(shared, reader, from, 'all');
    const after = new Map([...heads].map(([id, head]) => [id, kept?.get(id) ?? head]));
    return {
      is: 'resync',
      position: after,
      id: encodePosition(seal, after),
      behind: behindIn(heads, after),
    };
  };
  const looked = due === 'all' ? [...position] : [...position].filter(([id]) => due.has(id));
  // A number above the head comes from another epoch of the database.
  if (looked.some(([id, seq]) => seq > (scopes.get(id)?.head ?? seq))) return startOver();
  // The reader left a scope, and its rows may no longer be named to the reader. Changes in the other scopes are still sent.
  if (looked.some(([id]) => !scopes.has(id))) return startOver(position);

  const collections = [channel.collection, ...channel.shown.map(({ collection }) => collection)];
  const places = [...scopes.values()].map((scope) => ({ scope, upTo: position.get(scope.id) ?? 0 }));
  const behind = places.filter(({ scope, upTo }) => upTo < scope.head).map(({ scope, upTo }) => ({ scope: scope.id, upTo }));
  const asked = { behind, collections };
  const [missed, rows = []] = await Promise.all([shared.missed(asked), shared.log(asked)]);
  if (missed) return startOver();
  if (rows.length > MAX_BEHIND) return startOver();

  const now = rows.slice(0, STEP_ROWS);
  const more = rows.length > now.length;
  const sentUpTo = new Map(position);
  for (const { scope, upTo } of places) sentUpTo.set(scope.id, upTo);
  const events = await eventsOf(shared.tx, { viewer, channel }, since, now);
  if (events === null) return startOver();
  const numbered = events.map(({ row, ...event }, nth): ChannelEvent => {
    // Several entities may show one row. Only the last of their events is past it: a reader who lost the others gets them again.
    if (events[nth + 1]?.row !== row) advancePast(sentUpTo, now, row);
    return { ...event, id: encodePosition(seal, sentUpTo) };
  });
  const last = now.at(-1);
  if (last) advancePast(sentUpTo, now, last);
  const after = more ? sentUpTo : new Map([...(due === 'all' ? [] : position), ...heads]);
  return {
    is: 'events',
    events: numbered,
    position: after,
    id: encodePosition(seal, after),
    behind: more ? behindIn(heads, sentUpTo) : nothingDue,
  };
}

const behindIn = (heads: ChannelPosition, position: ChannelPosition): ReadonlySet<number> =>
  new Set([...heads].filter(([id, head]) => (position.get(id) ?? 0) < head).map(([id]) => id));

/** Moves the position over all rows up to this one, in the order in which they were read. */
function advancePast(sentUpTo: Map<number, number>, rows: readonly LogRow[], upTo: LogRow): void {
  for (const row of rows) {
    sentUpTo.set(row.scope_id, Math.max(sentUpTo.get(row.scope_id) ?? 0, row.seq));
    if (row === upTo) return;
  }
}

/** The rows for each question, ordered by scope and then by number. Equal questions are read once. */
async function readLogs(tx: Tx, asked: readonly AskedLog[]): Promise<(readonly LogRow[])[]> {
  const alike = groupedBy(asked, (one) => JSON.stringify(one));
  const questions = [...alike.keys()];
  const places = [...alike.values()].flatMap(([one], nth) => (one?.behind ?? []).map((place) => ({ ...place, nth })));
  if (places.length === 0) return asked.map(() => []);
  const collections = [...new Set(asked.flatMap((one) => one.collections))];
  const rows = await tx<(LogRow & { nth: number })[]>`
    select q.nth, c.scope_id, c.seq, c.entered, c.collection, c.doc_id, c.removed
    from (select distinct nth from unnest(${places.map(({ nth }) => nth)}::int[]) as n (nth)) q
    cross join lateral (
      select p.scope_id, c.seq, coalesce(c.entered, c.seq) as entered, k.collection, c.doc_id, c.removed
      from unnest(
        ${places.map(({ nth }) => nth)}::int[], ${places.map(({ scope }) => scope)}::int[], ${places.map(({ upTo }) => upTo)}::int[]
      ) as p (nth, scope_id, up_to)
      cross join unnest(${collections}::text[]) as k (collection)
      cross join lateral (
        select seq, entered, doc_id, removed from changes
        where scope_id = p.scope_id and collection = k.collection and seq > p.up_to
        order by seq limit ${MAX_BEHIND + 1}
      ) c
      where p.nth = q.nth
      order by p.scope_id, c.seq limit ${MAX_BEHIND + 1}
    ) c
    order by q.nth, c.scope_id, c.seq`;
  const rowsByQuestion = groupedBy(rows, ({ nth }) => questions[nth]);
  return asked.map((one) => rowsByQuestion.get(JSON.stringify(one)) ?? []);
}

type UnnumberedEvent =
  | { readonly name: 'insert' | 'update'; readonly data: Entity }
  | { readonly name: 'delete'; readonly data: { readonly id: string } };

/**
 * What these rows mean to the reader: one event for each entity, at the place of the last row about it. Null where they concern more
 * entities than a reader is sent one by one.
 */
async function eventsOf(
  tx: Tx,
  { viewer, channel }: Reader,
  since: ChannelPosition,
  rows: readonly LogRow[],
): Promise<(UnnumberedEvent & { readonly row: LogRow })[] | null> {
  if (rows.length === 0) return [];
  const about = await rowsByEntity(tx, { viewer, channel }, rows);
  const ids = [...about.keys()];
  if (ids.length === 0) return [];
  if (ids.length > MAX_BEHIND) return null;
  const foreign = new Set(await channel.foreign?.(tx, ids));
  const own = ids.filter((id) => !foreign.has(id));
  const views = new Map((await channel.views(tx, viewer, own)).map((view) => [view.id, view]));

  const readerHas = (row: LogRow): boolean => row.entered <= (since.get(row.scope_id) ?? 0);
  return own
    .flatMap((id): (UnnumberedEvent & { readonly row: LogRow })[] => {
      const rowsAbout = about.get(id) ?? [];
      const row = rowsAbout.at(-1);
      const itself = rowsAbout.filter((one) => one.collection === channel.collection && one.doc_id === id);
      const view = views.get(id);
      if (!row) return [];
      if (view) {
        const name = itself.length > 0 && !itself.some(readerHas) ? 'insert' : 'update';
        return [{ name, data: view, row }];
      }
      // The reader never knew an entity that came and went since its last event.
      return itself.some(readerHas) ? [{ name: 'delete', data: { id }, row }] : [];
    })
    .sort((a, b) => rows.indexOf(a.row) - rows.indexOf(b.row));
}

/** The entities of the channel that these rows concern, each with its rows, in their order. */
async function rowsByEntity(tx: Tx, { viewer, channel }: Reader, rows: readonly LogRow[]): Promise<Map<string, LogRow[]>> {
  const owners = new Map<LogRow, string[]>();
  for (const row of rows) owners.set(row, row.collection === channel.collection ? [row.doc_id] : []);
  for (const { collection, ownersOf } of channel.shown) {
    // A row of the channel's own collection shows in no other entity until a later one names it.
    const shown = rows.filter((row) => row.collection === collection && (collection !== channel.collection || row.entered < row.seq));
    if (shown.length === 0) continue;
    const found = groupedBy(
      await ownersOf(tx, [...new Set(shown.map((row) => row.doc_id))], { viewer, limit: MAX_BEHIND + 1 }),
      (one) => one.shown,
    );
    for (const row of shown) for (const { owner } of found.get(row.doc_id) ?? []) owners.get(row)?.push(owner);
  }
  const about = new Map<string, LogRow[]>();
  for (const [row, ids] of owners) for (const id of ids) about.set(id, [...(about.get(id) ?? []), row]);
  return about;
}
