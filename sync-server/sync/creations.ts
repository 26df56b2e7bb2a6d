/**
 * Creations that arrive together are carried out together, by one statement for each collection: nothing costs a write as much as the
 * way to the database and back. The statement makes sure of what the rules were asked under (see `SharedCreation`); what it
 * leaves goes on its own.
 */
import type { Sql } from 'postgres';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Actor } from '../../schemas/protocol/refusal.ts';
import type { PushChange } from '../../schemas/protocol/sync.ts';
import type { CreationColumns, Row, SharedCreation } from './feature.ts';
import { type CommittedScope, type WrittenLog, writtenLog } from './write-log.ts';

/** A creation with what its statement needs: see `SharedCreation`. */
export interface Creation {
  readonly actor: Actor;
  readonly sessionId: string | undefined;
  readonly change: PushChange;
  readonly input: { readonly id: string };
}

interface Answer {
  readonly log: {
    readonly written: readonly number[];
    readonly untold: readonly number[];
    readonly scopes: readonly (CommittedScope & { readonly ids: readonly string[] })[];
  };
  readonly rows: readonly Row[] | null;
}

/** Carries out what it can, and says what it wrote and which of the creations those were. None of them shares its id or its write. */
export async function carryOutCreations(
  sql: Sql,
  shared: SharedCreation,
  collection: CollectionName,
  creations: readonly Creation[],
): Promise<{ readonly written: WrittenLog; readonly done: readonly Creation[] }> {
  const columns: CreationColumns = {
    users: creations.map(({ actor }) => actor.userId),
    sessions: creations.map(({ sessionId }) => sessionId ?? null),
    writes: creations.map(({ change }) => change.document.write_id),
    ids: creations.map(({ input }) => input.id),
  };
  const [row] = await shared.carryOut(
    sql,
    columns,
    creations.map(({ input }) => input),
  );
  if (!row) throw new Error('creations were not answered');
  const { log, rows } = row.answer as Answer;
  const byId = new Map((rows ?? []).map((each) => [each.id, each]));
  const at = (nths: readonly number[]): Creation[] => nths.flatMap((nth) => creations[nth - 1] ?? []);
  const scopes = log.scopes.map(({ ids, ...scope }) => ({ ...scope, content: ids.map((id) => ({ collection, id, row: byId.get(id) })) }));
  const unannounced = at(log.untold).map(({ actor, change, input }) => {
    return { collection, id: input.id, actor, writeId: change.document.write_id };
  });
  return { written: writtenLog(scopes, { members: [], unannounced }), done: at(log.written) };
}
