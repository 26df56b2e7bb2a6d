/**
 * Pushes that arrive together are carried out together: while one statement runs, those that come are gathered for the next. Only
 * creations share, and nobody's answer depends on who else was there: what is not as its statement takes it to be, and all of them where
 * the statement fails, is carried out on its own.
 */
import type { Logger } from 'pino';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Actor } from '../../schemas/protocol/refusal.ts';
import type { PushChange, WireDocument } from '../../schemas/protocol/sync.ts';
import type { Database } from '../db/transaction.ts';
import { describeError } from '../log.ts';
import { type Creation, carryOutCreations } from './creations.ts';
import type { CollectionFeatures } from './feature.ts';
import type { WrittenLog } from './write-log.ts';

/** At most this many changes share a transaction, so that it stays short. */
const MAX_SHARED = 128;

/**
 * Those who write in a room answer to each other: when several have just been answered, most of them are about to send again, and the
 * first of them is kept for a moment until as many are there. Who writes alone never waits.
 */
const COMPANY_WITHIN_MS = 6;
/** Who was answered longer ago than this is not expected any more. */
const COMPANY_LASTS_MS = 50;

/** What became of a change: carried out, with the sender's view where it was read along. `null`: to be carried out on its own. */
export type Gathered = { readonly document: WireDocument | undefined } | null;

/** What a creation may be about comes before it: a post before its comments. */
const order: readonly CollectionName[] = ['posts', 'comments', 'group_messages'];

/** Whether the changes of this push may share with others: few creations, each of a write of its own. */
export const canBeGathered = (features: CollectionFeatures, changes: readonly PushChange[]): boolean =>
  changes.length > 0 &&
  changes.length <= MAX_SHARED &&
  new Set(changes.flatMap(namesOf)).size === 2 * changes.length &&
  changes.every(
    ({ collection, assumed, document }) =>
      order.includes(collection) && features[collection].create !== undefined && assumed.length === 0 && document._deleted !== true,
  );

/** What two changes that share must not have in common: else the second has to find what became of the first. */
const namesOf = ({ document }: PushChange): string[] => [`write ${document.write_id.toLowerCase()}`, `id ${document.id.toLowerCase()}`];

interface Waiting {
  readonly actor: Actor;
  readonly sessionId: string | undefined;
  readonly changes: readonly PushChange[];
  readonly answer: (gathered: readonly Gathered[]) => void;
}

/** With a session, that is asked to be live by the same statement; where it is not, nothing is carried out. */
export type Gather = (actor: Actor, changes: readonly PushChange[], sessionId?: string) => Promise<readonly Gathered[]>;

export function createGatherer(given: {
  readonly database: Database;
  readonly features: CollectionFeatures;
  readonly tell: (written: WrittenLog) => void;
  /** told where a statement failed; it may have been carried out all the same */
  readonly onFailed: (error: unknown) => void;
  readonly log: Logger;
}): Gather {
  const { database, features, tell, onFailed, log } = given;
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

  /** Those that go next. */
  function takeNext(): Waiting[] {
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    const names = new Set<string>();
    let many = 0;
    for (const one of waiting) {
      const own = one.changes.flatMap(namesOf);
      const fits = taken.length === 0 || many + one.changes.length <= MAX_SHARED;
      if (!fits || own.some((name) => names.has(name))) left.push(one);
      else {
        taken.push(one);
        many += one.changes.length;
        for (const name of own) names.add(name);
      }
    }
    waiting = left;
    return taken;
  }

  /** The creations among these that are carried out by now, with their authors' views. */
  async function carryOut(pushes: readonly Waiting[]): Promise<Map<PushChange, Gathered>> {
    const carriedOut = new Map<PushChange, Gathered>();
    for (const collection of order) {
      const { create } = features[collection];
      if (!create) continue;
      try {
        const creations = pushes.flatMap(({ actor, sessionId, changes }) =>
          changes.flatMap((change): Creation[] => {
            const input = change.collection === collection ? create.read(actor, change) : null;
            return input ? [{ actor, sessionId, change, input }] : [];
          }),
        );
        if (creations.length === 0) continue;
        const { written, done } = await database.carryOut((sql) => carryOutCreations(sql, create, collection, creations));
        tell(written);
        for (const { actor, change } of done) {
          carriedOut.set(change, { document: written.document(actor.userId, collection, change.document.id) });
        }
      } catch (error) {
        onFailed(error);
        log.warn({ collection, pushes: pushes.length, error: describeError(error) }, 'what was to be carried out together goes on its own');
      }
    }
    return carriedOut;
  }

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      if (performance.now() - lastAnswerAt < COMPANY_LASTS_MS) await waitForCompany(company);
      const pushes = takeNext();
      const carriedOut = await carryOut(pushes);
      for (const { changes, answer } of pushes) answer(changes.map((change) => carriedOut.get(change) ?? null));
      company = pushes.length + waiting.length;
      lastAnswerAt = performance.now();
    }
    running = false;
  }

  return (actor, changes, sessionId) =>
    new Promise((answer) => {
      waiting.push({ actor, sessionId, changes, answer });
      onArrival?.();
      if (!running) void run();
    });
}
