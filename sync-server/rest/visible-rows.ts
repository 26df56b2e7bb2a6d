import type * as z from 'zod/mini';
import type { Person } from '../../schemas/profiles/person.ts';
import type { CollectionName, rowSchemas } from '../../schemas/protocol/collections.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import type { Reading } from './reading.ts';

export type RowOf<Name extends CollectionName> = z.infer<(typeof rowSchemas)[Name]>;

/** The rows with these ids that the viewer may read now, in the order of the ids, without the fields that only replication needs. */
export async function visibleRows<Name extends CollectionName>(
  { engine, tx, viewer }: Reading,
  collection: Name,
  ids: readonly string[],
): Promise<RowOf<Name>[]> {
  const wanted = [...new Set(ids)];
  const found = await engine.visible(tx, viewer, collection, wanted);
  return wanted.flatMap((id) => {
    const document = found.get(id);
    if (document === undefined) return [];
    const { scope: _scope, write_id: _writeId, ...row } = document;
    return [row as unknown as RowOf<Name>];
  });
}

/** Name and image of the members whose profile the viewer may read. */
export async function visiblePeople(reading: Reading, ids: readonly string[]): Promise<Map<string, Person>> {
  const profiles = await visibleRows(reading, 'profiles', ids);
  return new Map(profiles.map(({ id, name, profile_image_url }) => [id, { id, name, profile_image_url }]));
}

export const UNKNOWN_NAME = answerWording.UNKNOWN_USER;
