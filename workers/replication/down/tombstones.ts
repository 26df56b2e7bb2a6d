import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { collectionSchemas } from '../../device/collection-schemas.ts';
import { type AnyLocalRow, sortKeys } from '../../device/local-row.ts';
import { withoutOptionalFields } from '../../device/store/optional-fields.ts';
import type { StoredRow } from '../../device/write-rows.ts';

/**
 * A deleted row. It keeps nothing but its id: what the member may no longer read must not stay on the device, not even in the remains
 * that the store keeps of deleted rows.
 */
export function tombstone(collection: CollectionName, id: string, writeId = ''): StoredRow {
  const blank: Record<string, unknown> = {};
  // A tombstone lacks optional fields, whichever version of the app wrote it.
  for (const [field, property] of Object.entries(withoutOptionalFields(collectionSchemas[collection]).properties)) {
    const types = [(property as { type: string | string[] }).type].flat();
    if (types.includes('null')) blank[field] = null;
    else if (types.includes('array')) blank[field] = [];
    else if (types.includes('boolean')) blank[field] = false;
    else if (types.includes('number')) blank[field] = 0;
    else blank[field] = '';
  }
  const sortKey = sortKeys[collection];
  if (sortKey) blank[sortKey] = 0;
  return { ...(blank as AnyLocalRow), id, write_id: writeId, scope: 0, pending: 0, assumed: [], _deleted: true };
}
