/** JSON Schema of requests and answers. It is made from the zod schemas that validate and type them, never written by hand. */
import * as z from 'zod/mini';
import type { Schema } from './operation.ts';

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

interface Note {
  readonly description?: string;
  readonly examples?: readonly unknown[];
}

// Descriptions of schemas are here and not in `schemas/`, so that no page loads them.
const notes = z.registry<Note>();
const components = new Map<string, Schema>();

/** Describes a schema, wherever it is used. */
export function note<Described extends Schema>(schema: Described, description: string, ...examples: readonly unknown[]): Described {
  notes.add(schema, { description, ...(examples.length > 0 ? { examples } : {}) } as never);
  return schema;
}

/** Makes this schema a component of the document. Answers refer to it by its name. */
export function component<Described extends Schema>(name: string, schema: Described, description: string): Described {
  components.set(name, schema);
  return note(schema, description);
}

const withoutHead = ({ $schema: _dialect, $id: _address, ...rest }: JsonSchema): JsonSchema => rest;

/** A pattern that needs the `u` flag of JavaScript, which many validators do not set. The description says the rule in words. */
const needsUnicode = (key: string, value: unknown): boolean => key === 'pattern' && typeof value === 'string' && /\\[pu]\{/.test(value);

/** The same, as every validator takes it. */
function portable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(portable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => !needsUnicode(key, value));
  const members = Object.fromEntries(entries.map(([key, value]) => [key, portable(value)]));
  if (!Array.isArray(members.prefixItems)) return members;
  // A tuple is as long as its items. Some validators want a schema as `items` in every list.
  const { length } = members.prefixItems;
  return { ...members, items: {}, minItems: length, maxItems: length };
}

/** Allows additional fields in answers. Clients ignore fields that they do not know, so an answer may get more of them one day. */
function withoutClosedObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutClosedObjects);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => !(key === 'additionalProperties' && value === false));
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutClosedObjects(value)]));
}

/** The schemas of the answers with these names, and all components. */
export function answerSchemas(named: ReadonlyMap<string, Schema>): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  const all = new Map([...named, ...components]);
  const nameOf = new Map([...all].map(([name, schema]) => [schema, name]));
  for (const [schema, id] of nameOf) registry.add(schema as never, { id } as never);
  const made = z.toJSONSchema(registry as never, {
    io: 'output',
    uri: (id: string) => `#/components/schemas/${id}`,
    metadata: notes as never,
    unrepresentable: 'any',
  }) as unknown as { readonly schemas: Record<string, JsonSchema> };
  return Object.fromEntries(
    [...nameOf.values()].map((name) => [name, portable(withoutClosedObjects(withoutHead(made.schemas[name] ?? {}))) as JsonSchema]),
  );
}

/** The name of this schema, if it is a component. */
export const componentName = (schema: Schema): string | undefined => [...components].find(([, described]) => described === schema)?.[0];

export const componentNames = (): string[] => [...components.keys()];

/** The schema of what may be sent, without references. */
export const requestSchema = (schema: Schema): JsonSchema =>
  portable(
    withoutHead(z.toJSONSchema(schema, { io: 'input', metadata: notes as never, unrepresentable: 'any' }) as unknown as JsonSchema),
  ) as JsonSchema;
