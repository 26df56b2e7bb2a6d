import type { Realm } from '../../../schemas/base/realm.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { Checkpoint, Frame, PullPage, PullRequest, PullResponse } from '../../../schemas/protocol/sync.ts';
import { MAX_CHECKED_IDS, MAX_PULL_LIMIT } from '../../../schemas/protocol/sync-limits.ts';
import type { StoredRow } from '../../device/write-rows.ts';
import type { Outcome, SyncServer } from '../server.ts';
import type { ScopeHeads } from '../state/heads.ts';
import { createPace } from '../state/pace.ts';
import { type Progress, withFilled, withoutRecheck, withRecheck } from '../state/progress.ts';
import type { Replica, Store } from '../store.ts';
import type { DiskSpace } from '../watch-disk-space.ts';
import { changedRows, checkpointAfter, idsOf, nextCheckpoint, type PageContent, sameCheckpoint } from './pages.ts';
import { tombstone } from './tombstones.ts';

/**
 * Fetches what others wrote: a page of every collection in one request, or the frames that the stream brought. Also deletes the rows that
 * this member may no longer read, in pieces between which a push may run.
 */
export interface Pull {
  /** Something may be missing: the next turn asks the server. */
  request(): void;
  /** Remembers a scope that a stored row came by. */
  held(collection: CollectionName, scope: number): void;
  /** The device is no longer sure of this row, so it may be checked once more. */
  doubt(collection: CollectionName, id: string): void;
  /** Takes frames of the stream. Returns 'pull' if only a pull helps. */
  receive(frames: readonly Frame[]): 'apply' | 'pull';
  ready(): boolean;
  /** Does one piece of work, and settles when its results are stored. Returns null if no request was needed. */
  turn(signal: AbortSignal): Promise<Outcome<unknown> | null>;
  /** Requests the epoch only. */
  ask(signal: AbortSignal): Promise<Outcome<unknown>>;
  /** Whether everything that the server has reported is stored here. */
  caughtUp(): boolean;
}

/** Pages grow: the newest rows are on the screen at once, and a push never waits long for a page. */
const PAGE_LIMITS = [40, 150] as const;
const BATCH_ROWS = 400;
/** The most rows below one post or group that are checked: reactions of all readers, with every emoji. */
const MAX_IN_DOUBT = 5_000;

/** What the loop knows of a replica besides its rows. All of it can be rebuilt from the store. */
interface Tracked {
  readonly replica: Replica;
  /** scopes that live rows came by; extra scopes do no harm */
  readonly scopes: Set<number>;
  /** scopes that the member has left, whose rows are still here */
  readonly leftScopes: Set<number>;
  /** rows that were checked by id and confirmed; they are not checked again before the next start */
  readonly confirmed: Set<string>;
  /** whether the scopes of the stored rows were read, in addition to those in the checkpoint */
  surveyed: boolean;
}

export function createPull(options: {
  readonly realm?: Pick<Realm, 'performance'>;
  readonly store: Store;
  readonly server: Pick<SyncServer, 'pull'>;
  readonly progress: Progress;
  readonly heads: ScopeHeads;
  readonly diskSpace: Pick<DiskSpace, 'full'>;
  /** called for each answer, with the epoch of the server's database */
  readonly onAnswer: (epoch: string) => void;
}): Pull {
  const { store, server, progress, heads, diskSpace, onAnswer, realm = globalThis } = options;
  const tracked = new Map<CollectionName, Tracked>();
  for (const [name, replica] of store.replicas) {
    const scopes = new Set(Object.keys(replica.checkpoint).map(Number));
    tracked.set(name, { replica, scopes, leftScopes: new Set(), confirmed: new Set(), surveyed: false });
  }
  let requested = true;
  let pages = 0;
  /** A device that has rows already does not begin with the smallest page. */
  const grown = [...tracked.values()].some(({ scopes }) => scopes.size > 0) ? 1 : 0;
  /** set while rows of an old epoch are being deleted: the new epoch, and the last id handled in each replica */
  let clearing: { readonly epoch: string; readonly upTo: Map<CollectionName, string> } | null = null;
  const pace = createPace({ least: PAGE_LIMITS[0], most: MAX_PULL_LIMIT });

  const limitOf = (name: CollectionName, page: number) =>
    Math.min(pace.most, progress.now.filled.includes(name) ? MAX_PULL_LIMIT : (PAGE_LIMITS[grown + page] ?? MAX_PULL_LIMIT));

  async function removeRows(replica: Replica, rows: readonly StoredRow[]): Promise<void> {
    const ids = rows.filter((row) => row.pending === 0).map(({ id }) => id);
    await replica.write(ids, (stored) => ids.filter((id) => stored.get(id)?.pending === 0).map((id) => tombstone(replica.name, id)));
  }

  /** Deletes some rows of a scope that was left. The checkpoint has already dropped the scope. */
  async function leaveScopes({ replica, leftScopes, scopes }: Tracked): Promise<void> {
    for (const scope of [...leftScopes]) {
      const rows = await replica.inScope(scope, BATCH_ROWS);
      await removeRows(replica, rows);
      // Pending rows stay until their push is answered.
      if (rows.length === BATCH_ROWS && rows.some((row) => row.pending === 0)) return;
      leftScopes.delete(scope);
      scopes.delete(scope);
    }
  }

  /**
   * Finds rows whose scope is not in the checkpoint. The device may have stopped after it stored rows, and before it stored how far they
   * reach. This takes dozens of reads, so it runs last, or before a page begins with a scope.
   */
  async function survey(one: Tracked): Promise<void> {
    for (const scope of await one.replica.scopes()) {
      one.scopes.add(scope);
      if (!(scope in one.replica.checkpoint)) requested = true;
    }
    one.surveyed = true;
  }

  /** The epoch has changed: the stored rows come from a database that no longer exists. Pending rows stay. */
  async function clearRows({ epoch, upTo }: NonNullable<typeof clearing>): Promise<void> {
    for (const [name, { replica, scopes, leftScopes, confirmed }] of tracked) {
      if (!upTo.has(name)) await replica.saveCheckpoint({});
      const rows = await replica.all(BATCH_ROWS, upTo.get(name));
      await removeRows(replica, rows);
      upTo.set(name, rows.at(-1)?.id ?? upTo.get(name) ?? '');
      if (rows.length === BATCH_ROWS) return;
      for (const set of [scopes, leftScopes, confirmed]) set.clear();
    }
    // The writes are given back to this epoch also if that had to wait.
    const { epoch: last } = progress.now;
    await progress.change((before) => ({ ...before, epoch, filled: [], recheck: {}, givenBackTo: before.givenBackTo ?? last }));
    clearing = null;
    pages = 0;
    requested = true;
  }

  async function applyFrames(frames: readonly Frame[]): Promise<void> {
    await Promise.all(
      [...tracked.values()].map(async ({ replica, scopes }) => {
        const mine = frames.filter((frame) => frame.collections[replica.name]);
        const contents = mine.flatMap((frame) => frame.collections[replica.name] ?? []);
        if (contents.every(({ documents, removed }) => documents.length + removed.length === 0)) return;
        await replica.write(idsOf(contents), (stored) => changedRows(replica.name, contents, stored));
        for (const { documents } of contents) for (const { scope } of documents) scopes.add(scope);
        await replica.saveCheckpoint(checkpointAfter(replica.checkpoint, mine));
      }),
    );
  }

  /** Ids to check: rows whose scope is not in the checkpoint, and rows that a push or a page put in doubt. */
  async function doubtful({ replica, scopes, confirmed }: Tracked): Promise<string[]> {
    const ids = (progress.now.recheck[replica.name] ?? []).filter((id) => !store.pending.has(replica.name, id));
    for (const scope of scopes) {
      if (ids.length >= MAX_CHECKED_IDS) break;
      if ((replica.checkpoint[scope] ?? null) !== null) continue;
      const rows = await replica.inScope(scope, MAX_CHECKED_IDS + confirmed.size);
      ids.push(...rows.filter((row) => row.pending === 0 && !confirmed.has(row.id)).map((row) => row.id));
    }
    return [...new Set(ids)].slice(0, MAX_CHECKED_IDS);
  }

  async function nextRequest(): Promise<PullRequest> {
    const request: PullRequest = { epoch: progress.now.epoch, collections: {} };
    const check: NonNullable<PullRequest['check']> = {};
    for (const [name, one] of tracked) {
      request.collections[name] = { checkpoint: one.replica.checkpoint, limit: limitOf(name, pages) };
      const ids = await doubtful(one);
      if (ids.length > 0) check[name] = ids;
    }
    return Object.keys(check).length > 0 ? { ...request, check } : request;
  }

  /**
   * Whether a scope is left: the member may no longer read it, or missed too much of it. Its rows are deleted, and if it is still
   * readable it is filled again.
   */
  const leaves = (page: PullPage, { heads: now }: PullResponse, scope: number) => !(scope in now) || page.checkpoint[scope] === null;

  /**
   * Stored rows of the scopes with which a page begins: the device stopped before it stored their checkpoint. The page brings what is there
   * now, and says nothing of what is gone since.
   */
  async function leftOver(one: Tracked, page: PullPage, checked: readonly string[]): Promise<string[]> {
    const { replica, scopes } = one;
    const begun = Object.keys(page.checkpoint).filter((scope) => page.checkpoint[scope] !== null && !(scope in replica.checkpoint));
    if (begun.length === 0) return [];
    if (!one.surveyed) await survey(one);
    const known = new Set([...checked, ...page.documents.map(({ id }) => id)]);
    const rows = await Promise.all(
      begun
        .map(Number)
        .filter((scope) => scopes.has(scope))
        .map((scope) => replica.idsBelow('', scope, MAX_IN_DOUBT)),
    );
    return rows.flat().filter((id) => !known.has(id));
  }

  /** Stores one page. Returns whether it leaves rows to check. */
  async function applyPage(one: Tracked, request: PullRequest, response: PullResponse): Promise<boolean> {
    const { replica, scopes, leftScopes, confirmed } = one;
    const { name } = replica;
    const page = response.collections[name];
    if (!page) return false;
    const checked = response.check[name] ?? [];
    const answered = checked.map(([id]) => id);
    const below = page.recheck.map(([beginning, scope]) => replica.idsBelow(beginning, scope, MAX_IN_DOUBT));
    const inDoubt = (await Promise.all([...below, leftOver(one, page, answered)])).flat();
    // Stored before the checkpoint: a device that stops in between would never check them.
    if (inDoubt.length > 0) await progress.change((before) => withRecheck(before, name, inDoubt));

    const content: PageContent = { documents: page.documents, removed: page.removed, checked };
    await replica.write(idsOf([content]), (stored) => changedRows(name, [content], stored));
    for (const { scope } of page.documents) scopes.add(scope);
    for (const [id, document] of checked) {
      if (!document) continue;
      confirmed.add(id);
      scopes.add(document.scope);
    }
    const next: Checkpoint = nextCheckpoint(replica.checkpoint, page.checkpoint, response.heads);
    if (!sameCheckpoint(replica.checkpoint, next)) await replica.saveCheckpoint(next);
    for (const scope of scopes) if (leaves(page, response, scope)) leftScopes.add(scope);

    const filled = !page.more && !progress.now.filled.includes(name);
    if (filled || answered.some((id) => progress.now.recheck[name]?.includes(id))) {
      await progress.change((before) => withoutRecheck(filled ? withFilled(before, name) : before, name, answered));
    }
    return inDoubt.length > 0 || request.check?.[name]?.length === MAX_CHECKED_IDS;
  }

  /**
   * The request for the next page, which is known before this page is stored. Null if there is no next page, or if something must happen
   * first: a push, a check of rows in doubt, or leaving a scope, because a page may bring its rows again.
   */
  function requestAfter(response: PullResponse): PullRequest | null {
    if (store.pending.count > 0) return null;
    const request: PullRequest = { epoch: response.epoch, collections: {} };
    let more = false;
    for (const [name, { replica, scopes }] of tracked) {
      const page = response.collections[name];
      if (!page || page.recheck.length > 0 || [...scopes].some((scope) => leaves(page, response, scope))) return null;
      more ||= page.more;
      request.collections[name] = {
        checkpoint: nextCheckpoint(replica.checkpoint, page.checkpoint, response.heads),
        limit: limitOf(name, pages + 1),
      };
    }
    return more ? request : null;
  }

  async function ask(request: PullRequest, signal: AbortSignal): Promise<Outcome<PullResponse>> {
    const begun = realm.performance.now();
    const outcome = await server.pull(request, signal);
    if (outcome.kind === 'done') pace.done(realm.performance.now() - begun);
    if (outcome.kind === 'lost') pace.lost();
    return outcome;
  }

  /** Fetches page after page. Each page is fetched while the one before is stored. */
  async function fetchPages(signal: AbortSignal): Promise<Outcome<unknown>> {
    let request = await nextRequest();
    requested = false;
    heads.pullBegins();
    let answer = ask(request, signal);
    let inDoubt = false;
    for (;;) {
      const outcome = await answer;
      if (outcome.kind !== 'done') {
        requested = true;
        heads.pullEnds(null);
        return outcome;
      }
      const response = outcome.body;
      onAnswer(response.epoch);
      if (progress.now.epoch !== null && progress.now.epoch !== response.epoch) {
        clearing = { epoch: response.epoch, upTo: new Map() };
        heads.pullEnds(null);
        return outcome;
      }
      if (progress.now.epoch === null) await progress.change((before) => ({ ...before, epoch: response.epoch }));
      const following = requestAfter(response);
      const asked = request;
      if (following) answer = ask(following, signal);
      try {
        const doubts = await Promise.all([...tracked.values()].map((one) => applyPage(one, asked, response)));
        inDoubt ||= doubts.includes(true);
      } catch (error) {
        // Wait for it: nothing else may be sent while a pull is under way.
        if (following) await answer;
        throw error;
      }
      pages += 1;
      if (following) {
        request = following;
        continue;
      }
      const more = Object.values(response.collections).some((page) => page.more);
      if (more || inDoubt) {
        requested = true;
        heads.pullEnds(null);
      } else if (heads.pullEnds(response.heads) === 'pull') requested = true;
      return outcome;
    }
  }

  const nextToLeave = () => [...tracked.values()].find(({ leftScopes }) => leftScopes.size > 0);
  const unsurveyed = () => (pages > 0 ? [...tracked.values()].find(({ surveyed }) => !surveyed) : undefined);

  async function work(signal: AbortSignal): Promise<Outcome<unknown> | null> {
    const [leftScopes, unseen] = [nextToLeave(), unsurveyed()];
    if (clearing) await clearRows(clearing);
    else if (leftScopes) await leaveScopes(leftScopes);
    else if (requested) return fetchPages(signal);
    else if (heads.waiting) await applyFrames(heads.take());
    else if (unseen) await survey(unseen);
    return null;
  }

  return {
    request() {
      requested = true;
    },
    held: (collection, scope) => void tracked.get(collection)?.scopes.add(scope),
    doubt(collection, id) {
      tracked.get(collection)?.confirmed.delete(id);
      requested = true;
    },
    receive(frames) {
      const outcomes = frames.map(heads.accept);
      return outcomes.includes('pull') ? 'pull' : 'apply';
    },
    // Without disk space nothing could be stored, so nothing is fetched.
    ready: () =>
      !diskSpace.full && (clearing !== null || requested || heads.waiting || nextToLeave() !== undefined || unsurveyed() !== undefined),
    async turn(signal) {
      try {
        return await work(signal);
      } catch (error) {
        // What was not stored is fetched again, from the stored checkpoint.
        heads.pullEnds(null);
        heads.forget();
        requested = true;
        throw error;
      }
    },
    async ask(signal) {
      const outcome = await server.pull({ epoch: progress.now.epoch, collections: {} }, signal);
      if (outcome.kind === 'done') onAnswer(outcome.body.epoch);
      return outcome;
    },
    caughtUp: () => pages > 0 && !requested && clearing === null && !heads.waiting && nextToLeave() === undefined,
  };
}
