import { blockedBy, withoutBlocked } from '../../schemas/friends/blocked-ids.ts';
import { FEED_PAGE_SIZE } from '../../schemas/posts/post-limits.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { DOCUMENTS_TABLE, databaseName, storeDatabaseName } from '../../workers/device/database-name.ts';
import { answered } from '../../workers/device/indexed-db.ts';
import type { LocalRow } from '../../workers/device/local-row.ts';
import { LAYOUT_VERSION } from '../../workers/device/migrations.ts';
import { OUTBOX_ID } from '../../workers/device/outbox-id.ts';
import { createServerClock, SERVER_TIME_ID, type ServerTime } from '../../workers/device/server-clock.ts';
import { indexName, layoutVersion } from '../../workers/device/store/layout-names.ts';
import { noProgress, SYNC_PROGRESS_ID, type SyncProgress } from '../../workers/device/sync-status.ts';
import * as queries from './first-queries.ts';

/**
 * The rows of the first drawing of feed and bars, and of the posts that can be opened from it, read through plain IndexedDB while the code of
 * the store still loads.
 *
 * The answers are those that the open store would give, or there are none: a database of another layout, an unknown shape or any error
 * means that the caller waits for the store. Nothing is created, upgraded or written, and the connection is closed at once, so that it
 * never blocks a window that erases or upgrades the database.
 */
export interface FirstRows {
  readonly userId: string;
  /** the rows of each query that was read, by its `queryKey` */
  readonly answers: ReadonlyMap<string, readonly object[]>;
  /** what the clocks showed when the server last answered; null if it never did */
  readonly serverTime: ServerTime | null;
  readonly progress: SyncProgress;
}

/** Lists that are short for everybody. With a longer one the start waits for the store: reading it would take as long. */
const LIST_MAX = 300;
/** More posts of today are left to the store: the first drawing needs them least. */
const TODAY_MAX = 200;

/** A row as IndexedDB has it. */
type Stored = { readonly id: string; readonly _deleted: '0' | '1' } & Readonly<Record<string, unknown>>;
type Row<C extends CollectionName> = LocalRow<C>;

/** The indexes that are read, without `_deleted` before them and the id behind them. */
const indexes = {
  posts: [['newest'], ['author_id', 'newest']],
  settings: [[]],
  profiles: [[]],
  contacts: [[]],
  friends: [['user_id']],
  invitations: [['newest']],
  notifications: [['newest']],
  comments: [['post_id', 'oldest']],
  reactions: [['target_id']],
} as const satisfies Partial<Record<CollectionName, readonly (readonly string[])[]>>;
type Read = keyof typeof indexes;
/** The collections whose rows the first drawing shows. */
export const collectionsRead = Object.keys(indexes) as readonly Read[];

const fullIndex = (fields: readonly string[]): string => indexName(['_deleted', ...fields, 'id']);

/** The live rows whose first fields of an index have these values. */
const equalTo = (...values: readonly string[]): IDBKeyRange => IDBKeyRange.bound(['0', ...values], ['0', ...values, []]);

/** The row as screens get it: without what RxDB keeps beside it. */
function rowOf<C extends CollectionName>(stored: Stored): Row<C> {
  const { _deleted, _rev, _meta, _attachments, ...row } = stored;
  return row as unknown as Row<C>;
}

/** What makes this start wait for the store. */
class Declined extends Error {
  override readonly name = 'Declined';
}

function open(name: string): Promise<IDBDatabase> {
  // Without a version: it is opened as it is. One that does not exist, or is not complete, is not created either.
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => request.transaction?.abort();
  return answered(request);
}

function checkLayout(database: IDBDatabase, transaction: () => IDBTransaction): IDBTransaction {
  if (layoutVersion(database.version) !== LAYOUT_VERSION) throw new Declined('another layout');
  for (const name of [...collectionsRead, DOCUMENTS_TABLE]) {
    if (!database.objectStoreNames.contains(name)) throw new Declined(`no table ${name}`);
  }
  const begun = transaction();
  for (const [name, lists] of Object.entries(indexes)) {
    const { indexNames } = begun.objectStore(name);
    for (const fields of lists) if (!indexNames.contains(fullIndex(fields))) throw new Declined(`no index ${fullIndex(fields)}`);
  }
  return begun;
}

/** All requests of a round are made before the first answer, and the next round in the task of the last one: the transaction stays open. */
async function readAll(userId: string, transaction: IDBTransaction): Promise<FirstRows> {
  const answers = new Map<string, readonly object[]>();
  const take = <C extends Read>(collection: C, query: queries.QueryOf<C>, rows: readonly Row<C>[]) =>
    answers.set(queries.queryKey(collection, query), rows);
  const ask = async <C extends Read>(collection: C, fields: readonly string[], range: IDBKeyRange, limit: number): Promise<Row<C>[]> => {
    const index = transaction.objectStore(collection).index(fullIndex(fields));
    return (await answered<Stored[]>(index.getAll(range, limit))).map((stored) => rowOf<C>(stored));
  };
  /** A list of which every row counts. */
  const whole = async <C extends Read>(collection: C, fields: readonly string[], range: IDBKeyRange): Promise<Row<C>[]> => {
    const rows = await ask(collection, fields, range, LIST_MAX + 1);
    if (rows.length > LIST_MAX) throw new Declined(`a long list of ${collection}`);
    return rows;
  };
  const document = async (id: string): Promise<unknown> => {
    const held = await answered<{ readonly _deleted?: unknown; readonly data?: unknown } | undefined>(
      transaction.objectStore(DOCUMENTS_TABLE).get(id),
    );
    return held?._deleted === '0' ? held.data : undefined;
  };

  const [posts, own, settings, profiles, contacts, friends, invitations, notifications, time, progress, outbox] = await Promise.all([
    ask('posts', ['newest'], equalTo(), FEED_PAGE_SIZE),
    ask('posts', ['author_id', 'newest'], equalTo(userId), 1),
    whole('settings', [], equalTo()),
    whole('profiles', [], equalTo()),
    ask('contacts', [], equalTo(userId), 1),
    whole('friends', ['user_id'], equalTo(userId)),
    whole('invitations', ['newest'], equalTo()),
    ask('notifications', ['newest'], equalTo(), LIST_MAX + 1),
    document(SERVER_TIME_ID),
    document(SYNC_PROGRESS_ID),
    document(OUTBOX_ID),
  ]);
  if (posts.length === 0) throw new Declined('no post');
  // What the server refused is shown with buttons above the posts, and they need the store.
  if ((outbox as { readonly entries: readonly unknown[] } | undefined)?.entries.length) throw new Declined('refused writes');
  take('posts', queries.newestPosts(), posts);
  take('posts', queries.newestPostOf(userId), own);
  const switchedOn = settings.filter(({ value }) => value === 'on');
  take('settings', queries.settingsSwitchedOn(), switchedOn);
  take('profiles', queries.allProfiles(), profiles);
  take('contacts', queries.rowById(userId), contacts);
  take('friends', queries.friendsOf(userId), friends);
  take(
    'invitations',
    queries.friendInvitations(),
    invitations.filter(({ kind }) => kind === 'friend'),
  );
  // The bell's number comes a moment later than the posts where there are so many.
  if (notifications.length <= LIST_MAX) {
    take(
      'notifications',
      queries.unreadNotifications(),
      notifications.filter(({ is_read }) => !is_read),
    );
  }

  const clock = createServerClock();
  const serverTime = (time as ServerTime | undefined) ?? null;
  if (serverTime) clock.take(serverTime);
  const today = queries.startOfDayKey(clock.now());
  const isOfToday = ({ newest }: Row<'posts'>) => newest <= today;
  const mayBeMore = posts.length === FEED_PAGE_SIZE && posts.every(isOfToday);
  const shown = withoutBlocked(posts, blockedBy(switchedOn), ({ author_id }) => author_id);
  const onCards = shown
    .slice(0, queries.FIRST_CARDS)
    .map(({ id }) => id)
    .sort();
  const [ofToday, ...ofCards] = await Promise.all([
    mayBeMore
      ? ask('posts', ['newest'], IDBKeyRange.bound(['0', Number.NEGATIVE_INFINITY], ['0', today, []]), TODAY_MAX + 1)
      : posts.filter(isOfToday),
    ...onCards.map((id) =>
      Promise.all([whole('comments', ['post_id', 'oldest'], equalTo(id)), whole('reactions', ['target_id'], equalTo(id))]),
    ),
  ]);
  if (ofToday.length <= TODAY_MAX) take('posts', queries.postsOfDay(today), ofToday);
  // What the page of a post shows that is pressed before the store is open.
  for (const post of posts) take('posts', queries.rowById(post.id), [post]);
  for (const [at, [comments, reactions]] of ofCards.entries()) {
    const id = onCards[at] ?? '';
    take('comments', queries.commentsOfPost(id), comments);
    take('reactions', queries.reactionsOnOne(id), reactions);
  }
  take(
    'comments',
    queries.commentsOf(onCards),
    ofCards.flatMap(([comments]) => comments),
  );
  take(
    'reactions',
    queries.reactionsOn(onCards),
    ofCards.flatMap(([, reactions]) => reactions),
  );
  return { userId, answers, serverTime, progress: (progress as SyncProgress | undefined) ?? noProgress };
}

/**
 * Reads the first rows of this member. Resolves to null if the start must wait for the store, never rejects. Once `signal` is aborted the
 * connection closes, and nothing that was read is returned.
 */
export async function readFirstRows(userId: string, signal: AbortSignal): Promise<FirstRows | null> {
  let database: IDBDatabase | undefined;
  try {
    database = await open(storeDatabaseName(databaseName(userId)));
    const { close } = database;
    const end = close.bind(database);
    database.onversionchange = end;
    signal.addEventListener('abort', end);
    if (signal.aborted) return null;
    const held = database;
    const transaction = checkLayout(held, () => held.transaction([...collectionsRead, DOCUMENTS_TABLE], 'readonly'));
    const rows = await readAll(userId, transaction);
    return signal.aborted ? null : rows;
  } catch {
    // The store opens beside this. It says what is wrong with the database, if anything is.
    return null;
  } finally {
    database?.close();
  }
}
