/**
 * Creations of posts, comments and messages. One statement (`db/today/06-creations.sql`) writes any number of them, and nothing else writes
 * them: the round trip to the database costs a write more than anything else. The statement checks the facts under which the rules were
 * asked, and skips creations whose facts do not hold. Then the rules are asked again with the facts of that moment, for the answer.
 */
import type { JSONValue, Sql } from 'postgres';
import { type Actor, refuse, type Verdict } from '../../schemas/base/refusal.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { isCollision } from '../db/database-errors.ts';
import { HttpError } from '../http/http-error.ts';
import type { Write } from './applied-writes.ts';
import type { CommandContext } from './command.ts';
import type { Answer, Engine } from './engine.ts';
import type { CreationFeature } from './feature.ts';
import type { Gather } from './gather.ts';
import type { Admission } from './member-storage.ts';
import { type StatementAnswer, type WrittenLog, writtenByStatement } from './write-log.ts';

/** A creation that the rules allow under facts that its statement checks. */
export interface Creation {
  readonly collection: CollectionName;
  readonly actor: Actor;
  /** the session that the statement requires to be live */
  readonly sessionId: string | undefined;
  readonly write: Write;
  readonly id: string;
  /** the rest of the input for the statement */
  readonly act: Readonly<Record<string, JSONValue>>;
}

interface CreationAnswer {
  readonly log: Pick<StatementAnswer, 'scopes'> & { readonly written: readonly number[]; readonly unannounced: readonly number[] };
  readonly rows: StatementAnswer['rows'];
}

/** Carries out what it can, and returns what was written and which creations those were. Creations must not share an id or a write. */
export async function carryOutCreations(
  sql: Sql,
  { statement }: Pick<CreationFeature, 'statement'>,
  collection: CollectionName,
  creations: readonly Creation[],
): Promise<{ readonly written: WrittenLog; readonly done: readonly Creation[] }> {
  const acts = creations.map(({ actor, sessionId, write, id, act }, index) => ({
    nth: index + 1,
    user_id: actor.userId,
    session_id: sessionId ?? null,
    write_id: write.id,
    fingerprint: write.fingerprint ?? null,
    id,
    ...act,
  }));
  const [row] = await sql<{ answer: CreationAnswer }[]>`select ${sql(statement)}(${sql.json(acts)}) as answer`;
  if (!row) throw new Error('creations were not answered');
  const { log, rows } = row.answer;
  const at = (nths: readonly number[]): Creation[] => nths.flatMap((nth) => creations[nth - 1] ?? []);
  const unannounced = at(log.unannounced).map(({ actor, write, id }) => ({ collection, id, actor, writeId: write.id }));
  return { written: writtenByStatement(collection, { scopes: log.scopes, rows }, unannounced), done: at(log.written) };
}

/** How often an act is tried where others are in its way. */
export const ATTEMPTS = 6;

/** The verdict on an act that its statement skipped: refused or done, or `create` where nothing prevents it any more. */
export type JudgeSkipped = (context: CommandContext) => Promise<Verdict | 'create'>;

interface CreateOptions {
  readonly actor: Actor;
  readonly write: Write;
  /** The input for the statement; null where no facts would make the rules allow it. Called only where the statement is tried. */
  readonly creation: () => Creation | null;
  readonly judgeSkipped: JudgeSkipped;
  /** whether `otherwise` runs first: the statement has skipped the act already, or the act more likely changes an existing row */
  readonly askFirst?: boolean;
}

/**
 * Carries out one creation, or returns why not.
 *
 * @throws HttpError 503 where others were in its way at every attempt
 */
export function createCreator(given: {
  readonly gather: Gather;
  readonly run: Engine['run'];
  /** reserves storage for one more write of the member; null where the limit is reached */
  readonly admit: (member: string) => Promise<Admission | null>;
  /** throws where the author's account was deleted meanwhile, which may have caused this error */
  readonly throwIfAccountDeleted: (error: unknown, actor: Actor) => Promise<void>;
}): (options: CreateOptions) => Promise<Answer> {
  const { gather, run, admit, throwIfAccountDeleted } = given;

  /** Returns false where the statement skipped the creation or collided with another. */
  async function tryStatement(creation: Creation): Promise<boolean> {
    const [outcome] = await gather([creation]);
    if (outcome?.is === 'failed' && !isCollision(outcome.error)) {
      await throwIfAccountDeleted(outcome.error, creation.actor);
      throw outcome.error;
    }
    return outcome?.is === 'done';
  }

  return async ({ actor, write, creation: creationOf, judgeSkipped, askFirst = false }) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      let isFull = false;
      const creation = attempt > 0 || !askFirst ? creationOf() : null;
      if (creation) {
        const admission = await admit(actor.userId);
        isFull = admission === null;
        if (admission && (await tryStatement(creation).finally(admission))) return { allowed: true };
      }
      let mayCreate = false;
      const verdict = await run(actor, write, async (context) => {
        const outcome = await judgeSkipped(context);
        if (outcome !== 'create') return outcome;
        mayCreate = true;
        return refuse('NOT_FOUND');
      });
      if (!mayCreate) return verdict;
      if (isFull) return refuse('STORAGE_USED_UP');
    }
    throw new HttpError(503);
  };
}
