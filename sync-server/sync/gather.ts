/**
 * Pushes that arrive together share a transaction: the log's locks are taken, the disk is waited for and the way to the database
 * is made once for all of them. While one transaction runs, those that come are gathered for the next.
 *
 * Only creations share (see `CollectionFeature.create`): they judge what is allowed before they write, so one that is refused is
 * left out and takes nobody along. Nobody's answer depends on who else was in the transaction: where it fails, each push is
 * carried out on its own.
 */
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { type Actor, allow, refuse, type Verdict } from '../../schemas/protocol/refusal.ts';
import type { PushChange, WireDocument } from '../../schemas/protocol/sync.ts';
import type { Database, Tx } from '../db/transaction.ts';
import { describeError } from '../http/errors.ts';
import { HttpError } from '../http/http-error.ts';
import { claimWrites, releaseWrites } from './applied-writes.ts';
import { openContext, type QueueMail } from './command-context.ts';
import type { CollectionFeatures, CommandContext } from './feature.ts';
import { type WrittenLog, writeLog } from './write-log.ts';

/** At most this many changes share a transaction, so that it stays short. */
const MAX_SHARED = 128;

/**
 * Those who write in a room answer to each other: when several have just been answered, most of them are about to send again, and the
 * first of them is kept for a moment until as many are there. Who writes alone never waits.
 */
const COMPANY_WITHIN_MS = 6;
/** Who was answered longer ago than this is not expected any more. */
const COMPANY_LASTS_MS = 50;

/** What became of a change: its verdict and, where it was read along, the sender's view. `null`: to be carried out on its own. */
export type Gathered = { readonly verdict: Verdict; readonly document: WireDocument | undefined } | null;

/** What a creation may be about comes before it: a post before its comments. */
const order: readonly CollectionName[] = ['posts', 'comments', 'group_messages'];

/** Whether the changes of this push may share a transaction with others: few creations, each of a write of its own. */
export const canBeGathered = (features: CollectionFeatures, changes: readonly PushChange[]): boolean =>
  changes.length <= MAX_SHARED &&
  new Set(changes.map((change) => change.document.write_id)).size === changes.length &&
  changes.every(
    ({ collection, assumed, document }) =>
      order.includes(collection) && features[collection].create !== undefined && assumed.length === 0 && document._deleted !== true,
  );

/** Which of these sessions are live, asked in a transaction or by a statement of its own. */
export type ReadLiveSessions = (sql: Sql | Tx, sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;

interface Waiting {
  readonly actor: Actor;
  readonly sessionId: string | undefined;
  readonly changes: readonly PushChange[];
  readonly answer: (gathered: readonly Gathered[]) => void;
  readonly reject: (error: HttpError) => void;
}

/** @throws HttpError 401 where the session, if one is named, is not live; nothing of the push was written then */
export type Gather = (actor: Actor, changes: readonly PushChange[], sessionId?: string) => Promise<readonly Gathered[]>;

export function createGatherer(given: {
  readonly database: Database;
  readonly features: CollectionFeatures;
  readonly limits: CommandContext['limits'];
  readonly queueMail: QueueMail;
  readonly readLiveSessions: ReadLiveSessions;
  readonly tell: (written: WrittenLog) => void;
  /** told where a transaction failed that may have been committed all the same */
  readonly onUnknown: () => void;
  readonly log: Logger;
}): Gather {
  const { database, features, limits, queueMail, readLiveSessions, tell, onUnknown, log } = given;
  let waiting: Waiting[] = [];
  let running = false;
  /** how many are likely to send before long: who was answered last, and who waited meanwhile */
  let company = 1;
  let lastAnswerAt = Number.NEGATIVE_INFINITY;
  /** called when the next push arrives */
  let onArrival: (() => void) | null = null;

  /** Resolves when so many pushes are waiting, and in any case soon. */
  async function waitForCompany(many: number): Promise<void> {
    if (waiting.length >= many) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, COMPANY_WITHIN_MS);
      onArrival = () => {
        if (waiting.length < many) return;
        clearTimeout(timer);
        resolve();
      };
    });
    onArrival = null;
  }

  /** Those that go next. Two of the same write never share: the second has to find what became of the first. */
  function takeNext(): Waiting[] {
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    const writes = new Set<string>();
    let many = 0;
    for (const one of waiting) {
      const own = one.changes.map((change) => change.document.write_id);
      const fits = taken.length === 0 || many + own.length <= MAX_SHARED;
      if (!fits || own.some((id) => writes.has(id))) left.push(one);
      else {
        taken.push(one);
        many += own.length;
        for (const id of own) writes.add(id);
      }
    }
    waiting = left;
    return taken;
  }

  async function carryOut(tx: Tx, pushes: readonly Waiting[]) {
    const writes = pushes.flatMap(({ actor, sessionId, changes }) =>
      changes.map((change) => ({ actor, sessionId, change, writeId: change.document.write_id })),
    );
    // Sent first and waited for by whoever is to write; the facts are asked meanwhile.
    const claiming = claimWrites(
      tx,
      writes.map(({ actor, writeId }) => ({ userId: actor.userId, writeId })),
    );
    const sessionIds = [...new Set(pushes.flatMap(({ sessionId }) => sessionId ?? []))];
    const living = sessionIds.length === 0 ? Promise.resolve(new Set<string>()) : readLiveSessions(tx, sessionIds);
    const preparing = Promise.all([claiming, living]);
    const acts = writes.map(({ actor, sessionId, change, writeId }, index) => {
      const isFresh = preparing.then(([claims, live]) => claims[index] === 'new' && (sessionId === undefined || live.has(sessionId)));
      // A failure of all is everybody's, also of those who do not wait.
      isFresh.catch(() => undefined);
      return { actor, sessionId, change, ...openContext(tx, { actor, writeId, isFresh, limits, queueMail }) };
    });
    const verdicts = new Map<(typeof acts)[number], Verdict | null>();
    for (const collection of order) {
      const own = acts.filter(({ change }) => change.collection === collection);
      if (own.length === 0) continue;
      const judged = await features[collection].create?.(own.map(({ context, change }) => ({ context, input: change })));
      for (const [index, act] of own.entries()) verdicts.set(act, judged?.[index] ?? null);
    }
    const [claims, live] = await preparing;
    const isLive = (sessionId: string | undefined) => sessionId === undefined || live.has(sessionId);
    for (const [index, act] of acts.entries()) {
      if (claims[index] === 'done') verdicts.set(act, allow);
      if (claims[index] === 'foreign') verdicts.set(act, refuse('INVALID'));
    }
    // A refused write is judged anew when it comes again.
    const undone = acts.filter((act, index) => claims[index] === 'new' && (verdicts.get(act)?.allowed !== true || !isLive(act.sessionId)));
    if (undone.length > 0)
      await releaseWrites(
        tx,
        undone.map(({ change }) => change.document.write_id),
      );
    const outcomes = acts.map((act) => act.finish());
    return { last: writeLog(tx, features, outcomes, { read: true }).then(answersOf) };

    function answersOf(written: WrittenLog): { written: WrittenLog; gathered: (Gathered[] | null)[] } {
      const byPush = new Map<PushChange, Gathered>(
        acts.map((act) => {
          const verdict = verdicts.get(act) ?? null;
          const { collection, document } = act.change;
          return [act.change, verdict && { verdict, document: written.document(act.actor.userId, collection, document.id) }];
        }),
      );
      return {
        written,
        gathered: pushes.map(({ sessionId, changes }) => (isLive(sessionId) ? changes.map((change) => byPush.get(change) ?? null) : null)),
      };
    }
  }

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      if (performance.now() - lastAnswerAt < COMPANY_LASTS_MS) await waitForCompany(company);
      const pushes = takeNext();
      try {
        const { written, gathered } = await database.writeAtOnce((tx) => carryOut(tx, pushes));
        tell(written);
        for (const [index, push] of pushes.entries()) {
          const own = gathered[index];
          if (own) push.answer(own);
          else push.reject(new HttpError(401));
        }
      } catch (error) {
        onUnknown();
        log.info({ pushes: pushes.length, error: describeError(error) }, 'pushes that shared a transaction go on their own');
        for (const push of pushes) push.answer(push.changes.map(() => null));
      }
      company = pushes.length + waiting.length;
      lastAnswerAt = performance.now();
    }
    running = false;
  }

  return (actor, changes, sessionId) =>
    new Promise((answer, reject) => {
      waiting.push({ actor, sessionId, changes, answer, reject });
      onArrival?.();
      if (!running) void run();
    });
}
