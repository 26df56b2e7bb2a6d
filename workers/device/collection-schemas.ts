import type { RxJsonSchema } from 'rxdb';
import * as z from 'zod/mini';
import { UUID_LENGTH } from '../../schemas/base/uuid.ts';
import { type CollectionName, collectionNames, rowSchemas } from '../../schemas/protocol/collections.ts';
import { type AnyLocalRow, SORT_KEY_MAX, sortKeys } from './local-row.ts';

/**
 * The schemas of the local collections, derived from the row schemas.
 *
 * Only names, types and defaults are taken over, never limits: a changed schema concerns the store of every device, and a changed limit
 * must not. Indexed fields have the bounds that RxDB demands. A field with a default is optional: a stored row may lack it
 * (store/optional-fields.ts). Raise `LOCAL_SCHEMA_VERSION` with every change. If more changed than added optional fields, migrations.ts says what
 * becomes of stored rows. The test next to this file pins the schemas of each version. The version is that of the whole database: RxDB
 * itself sees version 0 of every schema, since rows are migrated before it reads them.
 */
export const LOCAL_SCHEMA_VERSION = 1;

interface Property {
  type: string | string[];
  /** what a stored row has that lacks this field */
  default?: unknown;
  items?: Property;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
}

/** The longest id is a reaction's, made of two uuids and an emoji. */
const ID_MAX = 160;
const SCOPE_MAX = 1_000_000_000_000_000;

const indexes: Record<CollectionName, string[][]> = {
  posts: [['newest'], ['author_id', 'newest']],
  comments: [['post_id', 'oldest']],
  reactions: [['target_id']],
  profiles: [],
  contacts: [],
  settings: [],
  friends: [['user_id']],
  invitations: [['newest']],
  groups: [],
  group_members: [['group_id']],
  group_messages: [['group_id', 'newest']],
  notifications: [['newest']],
};

interface JsonSchema {
  type?: string;
  default?: unknown;
  required?: string[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
}

function propertyOf(schema: JsonSchema): Property {
  if (schema.anyOf) return { type: schema.anyOf.flatMap((each) => propertyOf(each).type) };
  if (schema.type === 'array') return { type: 'array', items: propertyOf(schema.items ?? { type: 'string' }) };
  return { type: schema.type ?? 'string' };
}

/** The fields of a row. An optional field without a default is refused: nothing would say what a row has that lacks it. */
function propertiesOf(collection: CollectionName, row: z.ZodMiniObject): Record<string, Property> {
  const { properties = {}, required = [] } = z.toJSONSchema(row, { io: 'input' }) as JsonSchema;
  return Object.fromEntries(
    Object.entries(properties).map(([field, schema]) => {
      const property = propertyOf(schema);
      if (required.includes(field)) return [field, property];
      if (!('default' in schema)) throw new Error(`${collection}.${field} is optional and has no default`);
      return [field, { ...property, default: schema.default }];
    }),
  );
}

/**
 * The local schema of a collection with rows of this shape.
 *
 * @throws if an optional field has no default, or is in an index
 */
export function schemaOf(collection: CollectionName, row: z.ZodMiniObject = rowSchemas[collection]): RxJsonSchema<AnyLocalRow> {
  const properties = propertiesOf(collection, row);
  properties.id = { type: 'string', maxLength: ID_MAX };
  properties.scope = { type: 'number', minimum: 0, maximum: SCOPE_MAX, multipleOf: 1 };
  properties.write_id = { type: 'string', maxLength: UUID_LENGTH };
  properties.pending = { type: 'number', minimum: 0, maximum: 1, multipleOf: 1 };
  properties.assumed = { type: 'array', items: { type: 'string' } };
  const sortKey = sortKeys[collection];
  if (sortKey) properties[sortKey] = { type: 'number', minimum: -SORT_KEY_MAX, maximum: 2 * SORT_KEY_MAX, multipleOf: 1 };
  const all = [...indexes[collection], ['scope'], ['pending']];
  for (const field of all.flat()) {
    const property = properties[field];
    // The index has no entry for a row that lacks the field.
    if (property && 'default' in property) throw new Error(`${collection}.${field} is optional, so it cannot be in an index`);
    if (property?.type === 'string') properties[field] = { ...property, maxLength: UUID_LENGTH };
  }
  return {
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties: properties as RxJsonSchema<AnyLocalRow>['properties'],
    required: Object.keys(properties).filter((field) => !('default' in (properties[field] ?? {}))),
    indexes: all,
  };
}

export type CollectionSchemas = Readonly<Record<CollectionName, RxJsonSchema<AnyLocalRow>>>;

export const collectionSchemas = Object.fromEntries(collectionNames.map((name) => [name, schemaOf(name)])) as CollectionSchemas;
