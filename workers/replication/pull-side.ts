import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { type Checkpoint, MAX_CHECKED_IDS, MAX_PULL_LIMIT, type PullRequest, type PullResponse } from '../../schemas/protocol/sync.ts';
import { createPace } from './pace.ts';
import {
  asPage,
  changedRows,
  checkpointAfter,
  idsInQuestion,
  type LocalPage,
  nextCheckpoint,
  type PageContent,
  sameCheckpoint,
  withoutScopes,
} from './pages.ts';
import { type Progress, withFilled, withoutRecheck, withRecheck } from './progress.ts';
import type { ReplicatedCollection } from './replicated-collection.ts';
import type { Room } from './room.ts';
import type { Outcome, SyncServer } from './server.ts';
import { tombstone } from './tombstones.ts';

/**
 * Fetches what others wrote. RxDB asks for each collection; what is asked together becomes one request, and what the stream
 * brought already needs none. A collection with more to come is rung again when its page is stored.
 */
export interface PullSide {
  handle(of: ReplicatedCollection, checkpoint: Checkpoint): Promise<LocalPage>;
  ready(): boolean;
  /** Whether what the stream brought can be stored without asking anything. */
  holdsFrames(): boolean;
  /** Answers what waits, with at most one request, and waits by `until` for its pages to be stored. */
  turn(signal: AbortSignal, until: (stored: Promise<unknown>) => Promise<void>): Promise<Outcome<unknown>>;
  /** Asks for the epoch alone. */
  ask(signal: AbortSignal): Promise<Outcome<unknown>>;
  release(): void;
}

interface Call {
  readonly of: ReplicatedCollection;
  readonly checkpoint: Checkpoint;
  readonly resolve: (page: LocalPage) => void;
}

/** Pages grow: the newest rows are on the screen at once, and a send never waits long for a page. */
const PAGE_LIMITS = [40, 150] as const;
const TOMBSTONES_AT_ONCE = 400;
/** Below one post or group: reactions of all who read it, with every emoji. */
const MOST_IN_DOUBT = 5_000;

export function createPullSide(options: {
  readonly collections: ReadonlyMap<CollectionName, ReplicatedCollection>;
  readonly server: SyncServer;
  readonly progress: Progress;
  readonly room: Pick<Room, 'full'>;
  readonly wake: () => void;
  /** told the epoch of the server's database with each answer */
  readonly onEpoch: (epoch: string) => void;
}): PullSide {
  const { collections, server, progress, room, wake } = options;
  const waiting = new Map<CollectionName, Call>();
  /** the epoch that the device changes to, while its rows of the old one go */
  let newEpoch: string | null = null;

  const clearing = () => [...collections.values()].some((of) => of.clearing !== null);
  const pace = createPace({ least: PAGE_LIMITS[0], most: MAX_PULL_LIMIT });
  const limitOf = (of: ReplicatedCollection) =>
    Math.min(pace.most, progress.now.filled.includes(of.name) ? MAX_PULL_LIMIT : (PAGE_LIMITS[of.pages] ?? MAX_PULL_LIMIT));

  function answer(call: Call, page: LocalPage): Promise<void> {
    const stored = call.of.stored('pull');
    waiting.delete(call.of.name);
    for (const row of page.documents) if (!row._deleted) call.of.heldScopes.add(row.scope);
    call.resolve(page);
    return stored;
  }

  function ringIfMore(of: ReplicatedCollection): void {
    if (of.needsPull || of.left.size > 0 || of.clearing !== null || of.frames.waiting) of.ring();
  }

  /** Rows of scopes that were left; the checkpoint has forgotten these scopes with the page before. */
  async function leftPage({ of, checkpoint }: Call): Promise<LocalPage> {
    const forgotten = withoutScopes(checkpoint, of.left);
    // The page that was to forget them could not be stored whole: first that.
    if (!sameCheckpoint(checkpoint, forgotten)) return asPage(of.name, [], checkpoint, forgotten);
    const documents: LocalPage['documents'] = [];
    for (const scope of [...of.left]) {
      const rows = (await of.held.inScope(scope, TOMBSTONES_AT_ONCE)).filter((row) => row.unsent === 0);
      documents.push(...rows.map((row) => tombstone(of.name, row.id)));
      if (rows.length === TOMBSTONES_AT_ONCE) break;
      of.left.delete(scope);
      of.heldScopes.delete(scope);
    }
    return { documents, checkpoint };
  }

  /** Another epoch: what the device knows is of a database that is no more. Unsent writes stay. */
  async function clearingPage({ of, checkpoint }: Call): Promise<LocalPage> {
    const cleared = withoutScopes(checkpoint, Object.keys(checkpoint).map(Number));
    if (of.clearing === 'checkpoint' || !sameCheckpoint(checkpoint, cleared)) {
      of.clearing = 'rows';
      of.clearedUpTo = undefined;
      return asPage(of.name, [], checkpoint, cleared);
    }
    const rows = await of.held.all(TOMBSTONES_AT_ONCE, of.clearedUpTo);
    of.clearedUpTo = rows.at(-1)?.id;
    if (rows.length < TOMBSTONES_AT_ONCE) {
      of.clearing = null;
      of.heldScopes.clear();
      of.left.clear();
      of.confirmed.clear();
      of.pages = 0;
    }
    return { documents: rows.filter((row) => row.unsent === 0).map((row) => tombstone(of.name, row.id)), checkpoint };
  }

  async function framesPage({ of, checkpoint }: Call): Promise<LocalPage> {
    const frames = of.frames.take();
    const held = await of.held.byId(frames.flatMap(idsInQuestion));
    return asPage(of.name, changedRows(of.name, frames, held), checkpoint, checkpointAfter(checkpoint, frames));
  }

  /** Ids to ask for: rows held by a scope that the checkpoint does not know, rows that a push did not show, and rows that a page put in doubt. */
  async function doubtful({ of, checkpoint }: Call, room: number): Promise<string[]> {
    const ids = [...(progress.now.recheck[of.name] ?? [])];
    for (const scope of of.heldScopes) {
      if (ids.length >= room) break;
      if ((checkpoint[scope] ?? null) !== null) continue;
      const rows = await of.held.inScope(scope, MAX_CHECKED_IDS + of.confirmed.size);
      ids.push(...rows.filter((row) => row.unsent === 0 && !of.confirmed.has(row.id)).map((row) => row.id));
    }
    return [...new Set(ids)].slice(0, room);
  }

  async function requestFor(calls: readonly Call[]): Promise<PullRequest> {
    const request: PullRequest = { epoch: progress.now.epoch, collections: {} };
    const check: NonNullable<PullRequest['check']> = {};
    for (const call of calls) {
      request.collections[call.of.name] = { checkpoint: call.checkpoint, limit: limitOf(call.of) };
      const ids = await doubtful(call, MAX_CHECKED_IDS);
      if (ids.length > 0) check[call.of.name] = ids;
    }
    return Object.keys(check).length > 0 ? { ...request, check } : request;
  }

  async function storePages(calls: readonly Call[], request: PullRequest, response: PullResponse): Promise<Promise<void>[]> {
    const storing: Promise<void>[] = [];
    for (const call of calls) {
      const { of, checkpoint } = call;
      const page = response.collections[of.name];
      if (!page) continue;
      const checked = response.check[of.name] ?? [];
      const content: PageContent = { documents: page.documents, removed: page.removed, checked };
      const held = await of.held.byId(idsInQuestion(content));
      const documents = changedRows(of.name, [content], held);
      // Kept before the page is: a device that ends in between would never ask.
      const inDoubt = (
        await Promise.all(page.recheck.map(([beginning, scope]) => of.held.idsBelow(beginning, scope, MOST_IN_DOUBT)))
      ).flat();
      if (inDoubt.length > 0) await progress.change((before) => withRecheck(before, of.name, inDoubt));
      of.failed = false;
      of.pages += 1;
      const stored = answer(call, asPage(of.name, documents, checkpoint, nextCheckpoint(checkpoint, page.checkpoint, response.heads)));
      // One that is still the member's and yet null was missed for too long: its rows go, and it fills again.
      for (const scope of of.heldScopes) if (!(scope in response.heads) || page.checkpoint[scope] === null) of.left.add(scope);
      storing.push(stored.then(() => pageStored(of, page.more, response, checked)));
      if (inDoubt.length > 0 || (request.check?.[of.name]?.length ?? 0) === MAX_CHECKED_IDS) of.needsPull = true;
    }
    return storing;
  }

  async function pageStored(
    of: ReplicatedCollection,
    more: boolean,
    response: PullResponse,
    checked: NonNullable<PageContent['checked']>,
  ): Promise<void> {
    if (of.failed) {
      of.frames.pullEnds(null);
      of.needsPull = true;
      return;
    }
    for (const [id, document] of checked) if (document) of.confirmed.add(id);
    const asked = checked.map(([id]) => id).filter((id) => progress.now.recheck[of.name]?.includes(id));
    if (asked.length > 0) await progress.change((before) => withoutRecheck(before, of.name, asked));
    if (of.frames.pullEnds(more ? null : response.heads) === 'pull' || more) of.needsPull = true;
    else if (!progress.now.filled.includes(of.name)) await progress.change((before) => withFilled(before, of.name));
    ringIfMore(of);
  }

  async function fetchPages(calls: readonly Call[], signal: AbortSignal, storing: Promise<void>[]): Promise<Outcome<unknown>> {
    const request = await requestFor(calls);
    for (const { of } of calls) {
      of.needsPull = false;
      of.frames.pullBegins();
    }
    const begun = performance.now();
    const outcome = await server.pull(request, signal);
    if (outcome.kind === 'done') pace.done(performance.now() - begun);
    if (outcome.kind === 'lost') pace.lost();
    const undo = () => {
      for (const { of } of calls) {
        of.needsPull = true;
        of.frames.pullEnds(null);
      }
    };
    if (outcome.kind !== 'done') {
      undo();
      return outcome;
    }
    const { epoch } = outcome.body;
    options.onEpoch(epoch);
    if (progress.now.epoch !== null && progress.now.epoch !== epoch) {
      undo();
      newEpoch = epoch;
      for (const of of collections.values()) {
        of.clearing = 'checkpoint';
        of.needsPull = true;
        if (!waiting.has(of.name)) of.ring();
      }
      wake();
      return outcome;
    }
    if (progress.now.epoch === null) await progress.change((before) => ({ ...before, epoch }));
    storing.push(...(await storePages(calls, request, outcome.body)));
    return outcome;
  }

  return {
    handle: (of, checkpoint) =>
      new Promise((resolve) => {
        waiting.set(of.name, { of, checkpoint, resolve });
        if (of.failed) {
          of.failed = false;
          of.needsPull = true;
          of.frames.forget();
        }
        wake();
      }),
    // What cannot be kept is not fetched.
    ready: () => !room.full && [...waiting.values()].some(({ of }) => of.clearing !== null || !clearing()),
    holdsFrames: () => !room.full && !clearing() && [...waiting.values()].some(({ of }) => !of.needsPull && of.frames.waiting),
    async turn(signal, until) {
      const storing: Promise<void>[] = [];
      const toFetch: Call[] = [];
      const busy = clearing();
      for (const call of [...waiting.values()]) {
        const { of } = call;
        let page: LocalPage | null = null;
        if (of.clearing !== null) page = await clearingPage(call);
        else if (of.left.size > 0) page = await leftPage(call);
        else if (of.needsPull) {
          if (!busy) toFetch.push(call);
          continue;
        } else if (of.frames.waiting) page = await framesPage(call);
        storing.push(answer(call, page ?? { documents: [], checkpoint: call.checkpoint }).then(() => ringIfMore(of)));
      }
      if (busy && !clearing() && newEpoch !== null) {
        const epoch = newEpoch;
        newEpoch = null;
        await Promise.all(storing);
        await progress.change((before) => ({ ...before, epoch, filled: [], recheck: {} }));
      }
      const outcome = toFetch.length > 0 ? await fetchPages(toFetch, signal, storing) : ({ kind: 'done', body: null } as const);
      await until(Promise.all(storing));
      return outcome;
    },
    async ask(signal) {
      const outcome = await server.pull({ epoch: progress.now.epoch, collections: {} }, signal);
      if (outcome.kind === 'done') options.onEpoch(outcome.body.epoch);
      return outcome;
    },
    release() {
      for (const { resolve, checkpoint } of waiting.values()) resolve({ documents: [], checkpoint });
      waiting.clear();
    },
  };
}
