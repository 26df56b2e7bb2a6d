/**
 * Creations of posts, comments and messages. One statement (`db/today/06-creations.sql`) writes any number of them, and nothing else writes
 * them: the round trip to the database costs a write more than anything else. The statement checks the facts under which the rules were
 * asked, and skips creations whose facts do not hold. `creator.ts` says what becomes of those.
 */
import type { JSONValue, Sql } from 'postgres';
import type { Actor } from '../../../schemas/base/refusal.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { CreationFeature } from '../feature.ts';
import { type StatementAnswer, type WrittenLog, writtenByStatement } from '../write-log.ts';
import type { Write } from './applied-writes.ts';

/** A creation that the rules allow under facts that its statement checks. */
export interface Creation {
  readonly collection: CollectionName;
  readonly actor: Actor;
  /** the session that the statement requires to be live */
  readonly sessionId: string | undefined;
  readonly write: Write;
  readonly id: string;
  /** the other ids that it takes */
  readonly furtherIds: readonly string[];
  /** storage that is reserved for the photos of the row */
  readonly photoBytes: number;
  /** the rest of the input for the statement */
  readonly act: Readonly<Record<string, JSONValue>>;
}

interface CreationAnswer {
  readonly log: Pick<StatementAnswer, 'scopes'> & { readonly written: readonly number[]; readonly unnotified: readonly number[] };
  readonly rows: StatementAnswer['rows'];
}

/** How many acts of this member were counted before, and counts this act. */
function earlierActs(counts: Map<string, number>, member: string): number {
  const earlier = counts.get(member) ?? 0;
  counts.set(member, earlier + 1);
  return earlier;
}

/**
 * Carries out what it can. Returns what was written, which creations those were, and in how many scopes each row lies. Creations must not
 * share an id or a write.
 */
export async function carryOutCreations(
  sql: Sql,
  { statement }: Pick<CreationFeature, 'statement'>,
  collection: CollectionName,
  creations: readonly Creation[],
): Promise<{ readonly written: WrittenLog; readonly done: readonly Creation[]; readonly rowsOf: (id: string) => number }> {
  const byMember = new Map<string, number>();
  const acts = creations.map(({ actor, sessionId, write, id, act }, index) => ({
    nth: index + 1,
    earlier: earlierActs(byMember, actor.userId),
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
  const unnotified = at(log.unnotified).map(({ actor, write, id }) => ({ collection, id, actor, writeId: write.id }));
  const places = new Map<string, number>();
  for (const { ids } of log.scopes) for (const id of ids) places.set(id, (places.get(id) ?? 0) + 1);
  return {
    written: writtenByStatement(collection, { scopes: log.scopes, rows }, unnotified),
    done: at(log.written),
    rowsOf: (id) => places.get(id.toLowerCase()) ?? 0,
  };
}
