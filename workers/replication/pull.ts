import type { CollectionName } from '../../schemas/protocol/collections.ts';
import {
  type Checkpoint,
  type Frame,
  MAX_CHECKED_IDS,
  MAX_PULL_LIMIT,
  type PullPage,
  type PullRequest,
  type PullResponse,
} from '../../schemas/protocol/sync.ts';
import type { StoredRow } from '../device/write-rows.ts';
import type { DiskSpace } from './disk-space.ts';
import type { ScopeHeads } from './heads.ts';
import { createPace } from './pace.ts';
import { changedRows, checkpointAfter, idsOf, nextCheckpoint, type PageContent, sameCheckpoint } from './pages.ts';
import { type Progress, withFilled, withoutRecheck, withRecheck } from './progress.ts';
import type { Outcome, SyncServer } from './server.ts';
import type { Replica, Store } from './store.ts';
import { tombstone } from './tombstones.ts';

/**
 * Brings what others wrote: a page of every collection with one request, or the frames that the stream brought. Also takes away what this
 * member reads no more, in pieces between which a push may go.
 */
export interface Pull {
  /** Something may be missing: the next turn asks the server. */
  request(): void;
  /** Takes note of a scope by which a row is held. */
  held(collection: CollectionName, scope: number): void;
  /** A row of which the device is no longer sure may be asked for once more. */
  doubt(collection: CollectionName, id: string): void;
  /** Takes what the stream brought; 'pull' where only a pull helps. */
  receive(frames: readonly Frame[]): 'apply' | 'pull';
  ready(): boolean;
  /** Does one piece of work, and settles when what it brought is stored; null where it needed none. */
  turn(signal: AbortSignal): Promise<Outcome<unknown> | null>;
  /** Asks for the epoch alone. */
  ask(signal: AbortSignal): Promise<Outcome<unknown>>;
  /** Whether everything that the server told of is here. */
  caughtUp(): boolean;
}

/** Pages grow: the newest rows are on the screen at once, and a send never waits long for a page. */
const PAGE_LIMITS = [40, 150] as const;
const ROWS_AT_ONCE = 400;
/** Below one post or group: reactions of all who read it, with every emoji. */
const MOST_IN_DOUBT = 5_000;

/** What the loop knows of a replica beside its rows. All of it can be found again from the store. */
interface Tracked {
  readonly replica: Replica;
  /** scopes by which live rows are held; more than there are is harmless */
  readonly scopes: Set<number>;
  /** scopes that were left, whose rows are still here */
  readonly left: Set<number>;
  /** rows that were asked for by id and confirmed: not asked again until the next start */
  readonly confirmed: Set<string>;
  /** whether the rows themselves were looked at for their scopes, beside what the checkpoint says */
  surveyed: boolean;
}

export function createPull(options: {
  readonly store: Store;
  readonly server: Pick<SyncServer, 'pull'>;
  readonly progress: Progress;
  readonly heads: ScopeHeads;
  readonly diskSpace: Pick<DiskSpace, 'full'>;
  /** told of each answer, with the epoch of the server's database */
  readonly onAnswer: (epoch: string) => void;
}): Pull {
  const { store, server, progress, heads, diskSpace, onAnswer } = options;
  const tracked = new Map<CollectionName, Tracked>();
  for (const [name, replica] of store.replicas) {
    const scopes = new Set(Object.keys(replica.checkpoint).map(Number));
    tracked.set(name, { replica, scopes, left: new Set(), confirmed: new Set(), surveyed: false });
  }
  let requested = true;
  let pages = 0;
  /** while the rows of another epoch go: the epoch that the device changes to, and how far each replica is */
  let clearing: { readonly epoch: string; readonly upTo: Map<CollectionName, string> } | null = null;
  const pace = createPace({ least: PAGE_LIMITS[0], most: MAX_PULL_LIMIT });

  const limitOf = (name: CollectionName, page: number) =>
    Math.min(pace.most, progress.now.filled.includes(name) ? MAX_PULL_LIMIT : (PAGE_LIMITS[page] ?? MAX_PULL_LIMIT));

  async function removeRows(replica: Replica, rows: readonly StoredRow[]): Promise<void> {
    const ids = rows.filter((row) => row.unsent === 0).map(({ id }) => id);
    await replica.write(ids, (stored) => ids.filter((id) => stored.get(id)?.unsent === 0).map((id) => tombstone(replica.name, id)));
  }

  /** Takes away some rows of a scope that was left. The checkpoint has forgotten the scope already. */
  async function leaveScopes({ replica, left, scopes }: Tracked): Promise<void> {
    for (const scope of [...left]) {
      const rows = await replica.inScope(scope, ROWS_AT_ONCE);
      await removeRows(replica, rows);
      // Pending rows stay, and are answered.
      if (rows.length === ROWS_AT_ONCE && rows.some((row) => row.unsent === 0)) return;
      left.delete(scope);
      scopes.delete(scope);
    }
  }

  /**
   * Looks for rows of scopes that the checkpoint does not know: the answer to a push may have been stored, and the device ended before the next
   * pull. It takes dozens of reads, so it waits until everything else is here.
   */
  async function survey(one: Tracked): Promise<void> {
    for (const scope of await one.replica.scopes()) {
      one.scopes.add(scope);
      if (!(scope in one.replica.checkpoint)) requested = true;
    }
    one.surveyed = true;
  }

  /** Another epoch: what the device knows is of a database that is no more. Pending rows stay. */
  async function clearRows({ epoch, upTo }: NonNullable<typeof clearing>): Promise<void> {
    for (const [name, { replica, scopes, left, confirmed }] of tracked) {
      if (!upTo.has(name)) await replica.saveCheckpoint({});
      const rows = await replica.all(ROWS_AT_ONCE, upTo.get(name));
      await removeRows(replica, rows);
      upTo.set(name, rows.at(-1)?.id ?? upTo.get(name) ?? '');
      if (rows.length === ROWS_AT_ONCE) return;
      for (const set of [scopes, left, confirmed]) set.clear();
    }
    await progress.change((before) => ({ ...before, epoch, filled: [], recheck: {} }));
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

  /** Ids to ask for: rows held by a scope that the checkpoint does not know, and rows that a push or a page put in doubt. */
  async function doubtful({ replica, scopes, confirmed }: Tracked): Promise<string[]> {
    const ids = (progress.now.recheck[replica.name] ?? []).filter((id) => !store.pending.has(replica.name, id));
    for (const scope of scopes) {
      if (ids.length >= MAX_CHECKED_IDS) break;
      if ((replica.checkpoint[scope] ?? null) !== null) continue;
      const rows = await replica.inScope(scope, MAX_CHECKED_IDS + confirmed.size);
      ids.push(...rows.filter((row) => row.unsent === 0 && !confirmed.has(row.id)).map((row) => row.id));
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

  /** A scope that is no longer the member's, or that was missed for too long: its rows go, and where it is still theirs it fills again. */
  const leaves = (page: PullPage, { heads: now }: PullResponse, scope: number) => !(scope in now) || page.checkpoint[scope] === null;

  /** Stores one page, and says whether it leaves something to ask about. */
  async function applyPage(one: Tracked, request: PullRequest, response: PullResponse): Promise<boolean> {
    const { replica, scopes, left, confirmed } = one;
    const { name } = replica;
    const page = response.collections[name];
    if (!page) return false;
    const checked = response.check[name] ?? [];
    const inDoubt = (await Promise.all(page.recheck.map(([beginning, scope]) => replica.idsBelow(beginning, scope, MOST_IN_DOUBT)))).flat();
    // Kept before the checkpoint is: a device that ends in between would never ask.
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
    for (const scope of scopes) if (leaves(page, response, scope)) left.add(scope);

    const answered = checked.map(([id]) => id);
    const filled = !page.more && !progress.now.filled.includes(name);
    if (filled || answered.some((id) => progress.now.recheck[name]?.includes(id))) {
      await progress.change((before) => withoutRecheck(filled ? withFilled(before, name) : before, name, answered));
    }
    return inDoubt.length > 0 || request.check?.[name]?.length === MAX_CHECKED_IDS;
  }

  /**
   * The request for the page after this one, which is known before this one is stored; null where there is none, or where something has to
   * happen first: a push, an answer to what is in doubt, or the leaving of a scope, whose rows a page may bring again.
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
    const begun = performance.now();
    const outcome = await server.pull(request, signal);
    if (outcome.kind === 'done') pace.done(performance.now() - begun);
    if (outcome.kind === 'lost') pace.lost();
    return outcome;
  }

  /** Fetches page after page, each while the one before is stored. */
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
        // Nothing else is sent while a pull is out.
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

  const leaving = () => [...tracked.values()].find(({ left }) => left.size > 0);
  const unsurveyed = () => (pages > 0 ? [...tracked.values()].find(({ surveyed }) => !surveyed) : undefined);

  async function work(signal: AbortSignal): Promise<Outcome<unknown> | null> {
    const [left, unseen] = [leaving(), unsurveyed()];
    if (clearing) await clearRows(clearing);
    else if (left) await leaveScopes(left);
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
    // What cannot be kept is not fetched.
    ready: () =>
      !diskSpace.full && (clearing !== null || requested || heads.waiting || leaving() !== undefined || unsurveyed() !== undefined),
    async turn(signal) {
      try {
        return await work(signal);
      } catch (error) {
        // What was not stored is fetched again, from the checkpoint that was.
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
    caughtUp: () => pages > 0 && !requested && clearing === null && !heads.waiting && leaving() === undefined,
  };
}
