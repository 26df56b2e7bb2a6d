import type { RxJsonSchema } from 'rxdb';
import * as z from 'zod/mini';
import { UUID_LENGTH } from '../../schemas/base/ids.ts';
import { type CollectionName, collectionNames, rowSchemas } from '../../schemas/protocol/collections.ts';
import { type AnyLocalRow, SORT_KEY_MAX, sortKeys } from './local-row.ts';

/**
 * The schemas of the local collections, derived from the row schemas.
 *
 * Only names and types are taken over, never limits: a changed schema needs a migration on every device, and a changed limit must not.
 * Indexed fields have the bounds that RxDB demands. With every change raise `LOCAL_SCHEMA_VERSION` and define what becomes of stored rows
 * (migrations.ts). The test next to this file pins the schemas of each version. The version is that of the whole database: RxDB itself
 * sees version 0 of every schema, since rows are migrated before it reads them.
 */
export const LOCAL_SCHEMA_VERSION = 2;

interface Property {
  type: string | string[];
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
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
}

function propertyOf(schema: JsonSchema): Property {
  if (schema.anyOf) return { type: schema.anyOf.flatMap((each) => propertyOf(each).type) };
  if (schema.type === 'array') return { type: 'array', items: propertyOf(schema.items ?? { type: 'string' }) };
  return { type: schema.type ?? 'string' };
}

function schemaOf(collection: CollectionName): RxJsonSchema<AnyLocalRow> {
  const shape = z.toJSONSchema(rowSchemas[collection], { io: 'output' }) as JsonSchema;
  const properties: Record<string, Property> = {};
  for (const [field, schema] of Object.entries(shape.properties ?? {})) properties[field] = propertyOf(schema);
  properties.id = { type: 'string', maxLength: ID_MAX };
  properties.scope = { type: 'number', minimum: 0, maximum: SCOPE_MAX, multipleOf: 1 };
  properties.write_id = { type: 'string', maxLength: UUID_LENGTH };
  properties.unsent = { type: 'number', minimum: 0, maximum: 1, multipleOf: 1 };
  properties.assumed = { type: 'array', items: { type: 'string' } };
  const sortKey = sortKeys[collection];
  if (sortKey) properties[sortKey] = { type: 'number', minimum: -SORT_KEY_MAX, maximum: 2 * SORT_KEY_MAX, multipleOf: 1 };
  const all = [...indexes[collection], ['scope'], ['unsent']];
  for (const field of all.flat()) {
    if (properties[field]?.type === 'string') properties[field] = { ...properties[field], maxLength: UUID_LENGTH };
  }
  return {
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties: properties as RxJsonSchema<AnyLocalRow>['properties'],
    required: Object.keys(properties),
    indexes: all,
  };
}

export const collectionSchemas = Object.fromEntries(collectionNames.map((name) => [name, schemaOf(name)])) as Record<
  CollectionName,
  RxJsonSchema<AnyLocalRow>
>;
