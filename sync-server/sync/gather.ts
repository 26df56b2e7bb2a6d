/**
 * Creations that arrive together are carried out together: while one statement runs, those that come are gathered for the next. Nobody's
 * answer depends on who else was there.
 */
import type { Logger } from 'pino';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { WireDocument } from '../../schemas/protocol/sync.ts';
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

/**
 * What became of a creation: carried out, with the author's view where it was read along; left, as something is not as the statement takes it to
 * be; or not carried out for an error of its own, though after one that says nothing it may have been.
 */
export type Gathered =
  | { readonly is: 'done'; readonly document: WireDocument | undefined }
  | { readonly is: 'left' }
  | { readonly is: 'failed'; readonly error: unknown };

/** What a creation may be about comes before it: a post before its comments. */
const order: readonly CollectionName[] = ['posts', 'comments', 'group_messages'];

/** Whether these may share a statement: they are few, each of a write and an id of its own. */
export const canShare = (creations: readonly Creation[]): boolean =>
  creations.length <= MAX_SHARED && new Set(creations.flatMap(namesOf)).size === 2 * creations.length;

/** What two creations that share must not have in common: else the second has to find what became of the first. */
const namesOf = ({ write, id }: Creation): string[] => [`write ${write.id.toLowerCase()}`, `id ${id.toLowerCase()}`];

interface Waiting {
  readonly creations: readonly Creation[];
  readonly answer: (gathered: readonly Gathered[]) => void;
}

/** Carries out creations that may share, and says what became of each, in their order. */
export type Gather = (creations: readonly Creation[]) => Promise<readonly Gathered[]>;

export function createGatherer(given: {
  readonly database: Database;
  readonly features: CollectionFeatures;
  /** called with what was written, after commit */
  readonly announce: (written: WrittenLog) => void;
  /** called where a statement failed; it may have been carried out all the same */
  readonly onFailed: (error: unknown) => void;
  readonly log: Logger;
}): Gather {
  const { database, features, announce, onFailed, log } = given;
  let waiting: Waiting[] = [];
  let running = false;
  /** how many are likely to send before long: who was answered last, and who waited meanwhile */
  let company = 1;
  let lastAnswerAt = Number.NEGATIVE_INFINITY;
  /** called when the next push arrives */
  let onArrival: (() => void) | null = null;

  /** Resolves when so many pushes are waiting, and in any case soon. */
  async function waitForCompany(count: number): Promise<void> {
    if (waiting.length >= count) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, COMPANY_WITHIN_MS);
      onArrival = () => {
        if (waiting.length < count) return;
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
    let count = 0;
    for (const one of waiting) {
      const own = one.creations.flatMap(namesOf);
      const fits = taken.length === 0 || count + one.creations.length <= MAX_SHARED;
      if (!fits || own.some((name) => names.has(name))) left.push(one);
      else {
        taken.push(one);
        count += one.creations.length;
        for (const name of own) names.add(name);
      }
    }
    waiting = left;
    return taken;
  }

  /** Writes what became of these, which are of one collection. Where their statement fails, each is carried out alone. */
  async function carryOut(collection: CollectionName, creations: readonly Creation[], outcomes: Map<Creation, Gathered>): Promise<void> {
    const { create } = features[collection];
    if (!create || creations.length === 0) return;
    try {
      const { written, done } = await database.carryOut((sql) => carryOutCreations(sql, create, collection, creations));
      announce(written);
      for (const creation of done) {
        outcomes.set(creation, { is: 'done', document: written.document(creation.actor.userId, collection, creation.id) });
      }
    } catch (error) {
      onFailed(error);
      const [alone] = creations;
      if (alone && creations.length === 1) {
        outcomes.set(alone, { is: 'failed', error });
        return;
      }
      log.warn(
        { collection, creations: creations.length, error: describeError(error) },
        'creations that failed together are carried out alone',
      );
      for (const creation of creations) await carryOut(collection, [creation], outcomes);
    }
  }

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      if (performance.now() - lastAnswerAt < COMPANY_LASTS_MS) await waitForCompany(company);
      const pushes = takeNext();
      const all = pushes.flatMap(({ creations }) => creations);
      const outcomes = new Map<Creation, Gathered>();
      for (const collection of order) {
        await carryOut(
          collection,
          all.filter((creation) => creation.collection === collection),
          outcomes,
        );
      }
      for (const { creations, answer } of pushes) answer(creations.map((creation) => outcomes.get(creation) ?? { is: 'left' }));
      company = pushes.length + waiting.length;
      lastAnswerAt = performance.now();
    }
    running = false;
  }

  return (creations) =>
    new Promise((answer) => {
      waiting.push({ creations, answer });
      onArrival?.();
      if (!running) void run();
    });
}
