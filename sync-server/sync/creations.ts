/**
 * Creations: posts, comments and messages are written by one statement for any number of them (`db/today/06-creations.sql`), and by nothing
 * else, since nothing costs a write as much as the way to the database and back. The statement makes sure of what the rules were asked under,
 * and leaves what is not so; then the rules are asked again, with the facts of that moment, for what to answer.
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

/** A creation that the rules allow under the facts of which its statement makes sure. */
export interface Creation {
  readonly collection: CollectionName;
  readonly actor: Actor;
  /** asked to be live by the statement */
  readonly sessionId: string | undefined;
  readonly write: Write;
  readonly id: string;
  /** what the statement is given besides */
  readonly act: Readonly<Record<string, JSONValue>>;
}

interface CreationAnswer {
  readonly log: Pick<StatementAnswer, 'scopes'> & { readonly written: readonly number[]; readonly unannounced: readonly number[] };
  readonly rows: StatementAnswer['rows'];
}

/** Carries out what it can, and says what it wrote and which of the creations those were. None of them shares its id or its write. */
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

/** What became of an act that its statement left: refused or done, or `create` where nothing stands in its way any more. */
export type Otherwise = (context: CommandContext) => Promise<Verdict | 'create'>;

interface CreateOptions {
  readonly actor: Actor;
  readonly write: Write;
  /** What the statement is given; null where the rules do not allow it under any facts. Asked only where the statement is. */
  readonly creation: () => Creation | null;
  readonly otherwise: Otherwise;
  /** whether `otherwise` is asked first: it was left already, or is rather a change of what is there */
  readonly askFirst?: boolean;
}

/** Carries out one creation, or says why not. @throws HttpError 503 where others were in its way all the time */
export function createCreator(given: {
  readonly gather: Gather;
  readonly run: Engine['run'];
  /** asks whether one more may be stored of the member */
  readonly admit: (member: string) => Promise<Admission | null>;
  /** throws where the author has left meanwhile, which this error may come from */
  readonly endWhereGone: (error: unknown, actor: Actor) => Promise<void>;
}): (options: CreateOptions) => Promise<Answer> {
  const { gather, run, admit, endWhereGone } = given;

  /** False where the statement left it, or another was in its way. */
  async function tryStatement(creation: Creation): Promise<boolean> {
    const [outcome] = await gather([creation]);
    if (outcome?.is === 'failed' && !isCollision(outcome.error)) {
      await endWhereGone(outcome.error, creation.actor);
      throw outcome.error;
    }
    return outcome?.is === 'done';
  }

  return async ({ actor, write, creation: creationOf, otherwise, askFirst = false }) => {
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
        const outcome = await otherwise(context);
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
