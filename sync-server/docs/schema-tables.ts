/** Schemas as tables of Markdown: each field with its kind, its limits and its description. */
import type { JsonSchema } from '../api-document/json-schema.ts';
import { DOCS_PATH } from '../http/document-paths.ts';
import { code, table } from './markdown.ts';

type Components = Readonly<Record<string, JsonSchema>>;

const list = (value: unknown): readonly JsonSchema[] => (Array.isArray(value) ? (value as JsonSchema[]) : []);
const inner = (value: unknown): JsonSchema | undefined => (typeof value === 'object' && value !== null ? (value as JsonSchema) : undefined);
const link = (name: string): string => `[${name}](${DOCS_PATH}#schema-${name})`;

function limits(schema: JsonSchema): string[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, exclusiveMinimum } = schema;
  const min = minLength ?? minItems ?? minimum ?? (exclusiveMinimum === undefined ? undefined : Number(exclusiveMinimum) + 1);
  const most = maxLength ?? maxItems ?? (maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum);
  if (min !== undefined && most !== undefined) return [`${min} to ${most}`];
  if (most !== undefined) return [`at most ${most}`];
  return min === undefined ? [] : [`at least ${min}`];
}

/** The kind of a value, in a few words. */
export function kindOf(schema: JsonSchema, components: Components): string {
  const { $ref, type, items, prefixItems, pattern } = schema;
  if (typeof $ref === 'string') return link($ref.slice($ref.lastIndexOf('/') + 1));
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => code(JSON.stringify(value))).join(', ');
  const choices = list(schema.anyOf ?? schema.oneOf);
  if (choices.length > 0) return choices.map((choice) => kindOf(choice, components)).join(' or ');
  // A request schema has no references, so an id is recognised by its pattern and still shown by its name.
  const named = Object.entries(components).find(([, component]) => pattern !== undefined && component.pattern === pattern);
  if (named) return link(named[0]);
  if (prefixItems !== undefined)
    return `list of ${list(prefixItems)
      .map((item) => kindOf(item, components))
      .join(' and ')}`;
  const element = inner(items);
  const what = element ? `list of ${kindOf(element, components)}` : Array.isArray(type) ? type.join(' or ') : String(type ?? 'anything');
  const form = pattern === undefined ? [] : [code(String(pattern))];
  return [what, ...limits(schema), ...form].join(', ');
}

/** The fields of this value. A field of an inner object has both names, as `outer.inner`. */
function rowsOf(schema: JsonSchema, components: Components, before: string): string[][] {
  const whole = inner(list(schema.anyOf).find(({ properties }) => properties !== undefined)) ?? schema;
  const element = inner(whole.items);
  if (element) return rowsOf(element, components, `${before}[]`);
  const properties = Object.entries(inner(whole.properties) ?? {}) as [string, JsonSchema][];
  const required = Array.isArray(whole.required) ? (whole.required as string[]) : [];
  const own = properties.flatMap(([name, field]) => {
    const path = before === '' ? name : `${before}.${name}`;
    return [[code(path), described(field, required.includes(name), components)], ...rowsOf(field, components, path)];
  });
  const others = inner(whole.additionalProperties);
  return [...own, ...(others && Object.keys(others).length > 0 ? rowsOf(others, components, `${before}.*`) : [])];
}

/** Kind, whether it may be left out, and description. */
export function described(schema: JsonSchema, required: boolean, components: Components, description = schema.description): string {
  const kind = `${kindOf(schema, components)}${required ? '' : ', *optional*'}`;
  return description === undefined ? kind : `${kind}. ${description}`;
}

/** A table of the schema's fields, or one line if it has none. */
export function schemaTable(schema: JsonSchema, components: Components): string {
  return table(['Field', 'Value'], rowsOf(schema, components, '')) || kindOf(schema, components);
}
