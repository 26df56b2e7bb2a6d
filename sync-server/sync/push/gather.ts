/**
 * Carries out creations together that arrive together: while one statement runs, new creations are gathered for the next. Nobody's answer
 * depends on who else took part.
 */
import type { Logger } from 'pino';
import type { Realm } from '../../../schemas/base/realm.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { WireDocument } from '../../../schemas/protocol/sync.ts';
import { describeError } from '../../base/log.ts';
import type { Database } from '../../db/pool/transaction.ts';
import type { CollectionFeatures } from '../feature.ts';
import type { WrittenLog } from '../write-log.ts';
import { type Creation, carryOutCreations } from './carry-out-creations.ts';

/** At most this many changes share a transaction, so that it stays short. */
const MAX_SHARED = 128;

/**
 * Members who chat answer each other. When several were just answered, most of them are about to send again. So the first push waits a
 * moment, until that many have arrived. A member who writes alone never waits.
 */
const MAX_WAIT_MS = 6;
/** A member who was answered longer ago than this is no longer expected to send. */
const EXPECTED_FOR_MS = 50;

/**
 * The outcome of a creation. `done`: carried out, with the author's view where the statement read it. `left`: skipped, because a fact that
 * the statement checks does not hold. `failed`: its own statement failed; where the error does not tell the outcome, it may still have been
 * carried out.
 */
export type Gathered =
  | { readonly is: 'done'; readonly document: WireDocument | undefined }
  | { readonly is: 'left' }
  | { readonly is: 'failed'; readonly error: unknown };

/** A collection comes after those that its rows may be about: posts before comments. */
const order: readonly CollectionName[] = ['posts', 'comments', 'group_messages'];

/** What two creations in one statement must not have in common. Otherwise the second would have to see the outcome of the first. */
const namesOf = ({ write, id, furtherIds }: Creation): string[] => [
  `write ${write.id.toLowerCase()}`,
  ...[id, ...furtherIds].map((taken) => `id ${taken.toLowerCase()}`),
];

/** The first of these, up to the first that cannot share a statement with those before it. */
export function firstToShare(creations: readonly (Creation | null)[]): readonly Creation[] {
  const sharing: Creation[] = [];
  const names = new Set<string>();
  for (const creation of creations) {
    if (!creation || sharing.length === MAX_SHARED || namesOf(creation).some((name) => names.has(name))) break;
    sharing.push(creation);
    for (const name of namesOf(creation)) names.add(name);
  }
  return sharing;
}

interface Waiting {
  readonly creations: readonly Creation[];
  readonly answer: (gathered: readonly Gathered[]) => void;
}

/** Carries out creations that may share a statement, and returns the outcome of each, in their order. */
export type Gather = (creations: readonly Creation[]) => Promise<readonly Gathered[]>;

export function createGatherer(given: {
  readonly realm: Realm;
  readonly database: Database;
  readonly features: CollectionFeatures;
  /** called with what was written, after commit */
  readonly announce: (written: WrittenLog) => void;
  /** called where a statement failed; it may still have been carried out */
  readonly onFailed: (error: unknown) => void;
  /** called for each creation with its author and how many rows it moved */
  readonly charge: (member: string, rows: number) => void;
  readonly log: Logger;
}): Gather {
  const { database, features, announce, onFailed, charge, log, realm } = given;
  let waiting: Waiting[] = [];
  let running = false;
  /** how many are likely to send soon: the pushes answered last, and those that waited for them */
  let expectedPushes = 1;
  let lastAnswerAt = Number.NEGATIVE_INFINITY;
  /** called when the next push arrives */
  let onArrival: (() => void) | null = null;

  /** Resolves when this many pushes are waiting, or after a short time. */
  async function waitForPushes(count: number): Promise<void> {
    if (waiting.length >= count) return;
    await new Promise<void>((resolve) => {
      const timer = realm.setTimeout(resolve, MAX_WAIT_MS);
      onArrival = () => {
        if (waiting.length < count) return;
        realm.clearTimeout(timer);
        resolve();
      };
    });
    onArrival = null;
  }

  /** Takes the pushes that go next. */
  function takeNext(): Waiting[] {
    const taken: Waiting[] = [];
    const remaining: Waiting[] = [];
    const names = new Set<string>();
    let count = 0;
    for (const one of waiting) {
      const own = one.creations.flatMap(namesOf);
      const fits = taken.length === 0 || count + one.creations.length <= MAX_SHARED;
      if (!fits || own.some((name) => names.has(name))) remaining.push(one);
      else {
        taken.push(one);
        count += one.creations.length;
        for (const name of own) names.add(name);
      }
    }
    waiting = remaining;
    return taken;
  }

  /** Adds the outcomes of these creations of one collection. Where their statement fails, each is carried out alone. */
  async function carryOut(collection: CollectionName, creations: readonly Creation[], outcomes: Map<Creation, Gathered>): Promise<void> {
    const { create } = features[collection];
    if (!create || creations.length === 0) return;
    try {
      const { written, done, rowsOf } = await database.writeStatement((sql) => carryOutCreations(sql, create, collection, creations));
      announce(written);
      for (const creation of done) {
        charge(creation.actor.userId, rowsOf(creation.id));
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
        'a statement for several new rows failed; writing each of them alone',
      );
      for (const creation of creations) await carryOut(collection, [creation], outcomes);
    }
  }

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      if (realm.performance.now() - lastAnswerAt < EXPECTED_FOR_MS) await waitForPushes(expectedPushes);
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
      expectedPushes = pushes.length + waiting.length;
      lastAnswerAt = realm.performance.now();
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
