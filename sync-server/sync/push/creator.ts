/**
 * Carries out writes that may create a row. One read parts them: if the member sees a row with this id, or the write was carried out
 * before, the write means a command; if not, a statement creates the row. Writes that are likely to create are tried without that read,
 * because the statement finds out by itself, under its locks.
 */
import { type Actor, allow, refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { isCollision } from '../../base/database-errors.ts';
import { ATTEMPTS } from '../../db/pool/retry-collisions.ts';
import type { Database } from '../../db/pool/transaction.ts';
import { HttpError } from '../../http/errors/http-error.ts';
import type { CommandContext } from '../command.ts';
import type { Answer, Engine } from '../engine.ts';
import type { CreationFeature } from '../feature.ts';
import type { Write } from './applied-writes.ts';
import type { Creation } from './carry-out-creations.ts';
import { firstToShare, type Gather, type Gathered } from './gather.ts';
import { type Admission, mostOf, type StoredBytes } from './member-storage.ts';
import { usedAmong } from './used-ids.ts';

/** A write that creates a row, or means a command if the row is there. */
export interface CreatingWrite {
  readonly actor: Actor;
  readonly write: Write;
  readonly feature: CreationFeature;
  readonly input: NonNullable<ReturnType<CreationFeature['read']>>;
  /** null where no facts would make the rules allow it */
  readonly creation: Creation | null;
  /** what the write means if its row is there */
  readonly command: (context: CommandContext) => Promise<Verdict>;
}

export interface Creator {
  /**
   * Tries the first of these creations, as many as may share a statement. Returns what became of each of them. Tries none where the
   * member's storage may be used up: each write is answered separately then.
   */
  tryTogether(actor: Actor, creations: readonly (Creation | null)[]): Promise<ReadonlyMap<Creation, Gathered>>;
  /**
   * Carries out one write, or returns why not: its command if the row is there, and the statement if it is not. `tried` is what became of
   * its creation in `tryTogether`.
   *
   * @throws HttpError 503 where others were in its way at every attempt
   */
  carryOut(write: CreatingWrite, tried?: Gathered): Promise<Answer>;
}

const skipped: Gathered = { is: 'left' };

/** The ids that a new row takes besides its own. */
const furtherIdsOf = (feature: CreationFeature, input: { readonly id: string }): readonly string[] => feature.furtherIds?.(input) ?? [];

/** What these creations store at most, with what follows their rows. */
const storedBy = (creations: readonly Creation[]): StoredBytes =>
  mostOf(
    creations.length,
    creations.reduce((sum, { photoBytes }) => sum + photoBytes, 0),
  );

/** What the statement is given to create this row; null where only a command can judge it. */
export function creationOf(
  feature: CreationFeature,
  input: { readonly id: string },
  who: Pick<Creation, 'collection' | 'actor' | 'sessionId' | 'write'>,
): Creation | null {
  const act = feature.judge(who.actor, input);
  return act && { ...who, id: input.id, furtherIds: furtherIdsOf(feature, input), photoBytes: feature.photoBytes?.(input) ?? 0, act };
}

export function createCreator(given: {
  readonly database: Pick<Database, 'ask' | 'read'>;
  readonly gather: Gather;
  readonly run: Engine['run'];
  /** reserves storage of the member for this much more; null where a limit is reached */
  readonly admit: (member: string, more: StoredBytes) => Promise<Admission | null>;
  /** throws where the author's account was deleted in between, which may have caused this error */
  readonly throwIfAccountDeleted: (error: unknown, actor: Actor) => Promise<void>;
}): Creator {
  const { database, gather, run, admit, throwIfAccountDeleted } = given;

  async function isThere({ actor, write, feature, input }: CreatingWrite): Promise<boolean> {
    const [row] = await database.ask(
      (sql) => sql<{ there: boolean }[]>`
        select exists (select from applied_writes where write_id = ${write.id}) or ${feature.sees(sql, actor.userId, input.id)} as there`,
    );
    return row?.there === true;
  }

  /** The verdict on a row that is not there. An id that was deleted is never used again, and one that is hidden is answered the same. */
  const check = ({ actor, feature, input }: CreatingWrite): Promise<Verdict> =>
    database.read(async (tx) => {
      const verdict = await feature.check(tx, actor, input);
      if (!verdict.allowed) return verdict;
      const used = await usedAmong({ tx }, [input.id, ...furtherIdsOf(feature, input)]);
      if (used.has(input.id.toLowerCase())) return refuse(feature.isTaken);
      return used.size > 0 ? refuse('NOT_FOUND') : verdict;
    });

  const tryTogether: Creator['tryTogether'] = async (actor, creations) => {
    const sharing = firstToShare(creations);
    const admission = sharing.length > 0 ? await admit(actor.userId, storedBy(sharing)) : null;
    const gathered = admission ? await gather(sharing).finally(admission) : [];
    return new Map(sharing.map((creation, index) => [creation, gathered[index] ?? skipped]));
  };

  return {
    tryTogether,
    async carryOut(creating, tried = skipped) {
      const { actor, write, creation, command } = creating;
      let outcome = tried;
      for (let attempt = 0; ; attempt += 1) {
        if (outcome.is === 'done') return allow;
        if (outcome.is === 'failed') {
          await throwIfAccountDeleted(outcome.error, actor);
          // The first time it may have been carried out nevertheless.
          if (attempt > 0 && !isCollision(outcome.error)) throw outcome.error;
        }
        if (attempt === ATTEMPTS) throw new HttpError(503);
        if (await isThere(creating)) return run(actor, write, command);
        const verdict = await check(creating);
        if (!verdict.allowed) return verdict;
        if (!creation) throw new Error('the rules allow a creation that no facts allow');
        const admission = await admit(actor.userId, storedBy([creation]));
        if (!admission) return refuse('STORAGE_USED_UP');
        [outcome = skipped] = await gather([creation]).finally(admission);
      }
    },
  };
}
