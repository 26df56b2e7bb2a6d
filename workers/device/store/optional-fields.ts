/**
 * Optional fields: those with a default. A version of the app may add some without touching stores that exist. A stored row that lacks one
 * is read with the default, and a page of the version before keeps a field that it does not know.
 */
interface Schema {
  readonly properties: Readonly<Record<string, object>>;
}

/** The optional fields of a schema, with their shapes. */
export const optionalFields = ({ properties }: Schema): Readonly<Record<string, { readonly default?: unknown }>> =>
  Object.fromEntries(Object.entries(properties).filter(([, property]) => 'default' in property));

/** The schema without its optional fields. All versions of the app that share a store agree in it. */
export function withoutOptionalFields<S extends Schema>(schema: S): S {
  const required = Object.entries(schema.properties).filter(([, property]) => !('default' in property));
  return { ...schema, properties: Object.fromEntries(required) };
}

/** Returns a row with the defaults of the optional fields that it lacks; the row itself if it lacks none. */
export type Fill = <T extends object>(row: T) => T;

/** How rows of a collection are filled; undefined if it has no optional fields, so that reading it costs nothing. */
export function fillOf(schema: Schema): Fill | undefined {
  const defaults = Object.entries(optionalFields(schema)).map(([field, property]) => [field, property.default] as const);
  if (defaults.length === 0) return undefined;
  return <T extends object>(row: T): T => {
    let filled = row as Record<string, unknown>;
    for (const [field, value] of defaults) {
      if (filled[field] !== undefined) continue;
      if (filled === row) filled = { ...filled };
      // No two rows share a list: a reader may change it.
      filled[field] = typeof value === 'object' ? structuredClone(value) : value;
    }
    return filled as T;
  };
}
