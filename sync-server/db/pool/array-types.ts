/**
 * The Postgres array types that we use, by their oids, which are the same in every database. By default the driver queries them on each
 * new connection. If the connection is lost during that query, the process ends, because the error cannot be caught (postgres.js issue
 * 1192).
 */
import { parse } from 'postgres-array';

interface ArrayType {
  readonly to: number;
  readonly from: number[];
  parse(text: string): unknown[];
  serialize(values: readonly unknown[]): string;
}

/** Most values that we send are ids. Any other text is quoted, because it may contain a separator. */
const isPlain = /^[0-9a-f-]{36}$/i;

function written(value: unknown): string {
  if (value === null) return 'null';
  const text = String(value);
  return typeof value === 'number' || typeof value === 'boolean' || isPlain.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

const arrayType = (oid: number, read: (text: string) => unknown = (text) => text): ArrayType => ({
  to: oid,
  from: [oid],
  parse: (text) => parse(text, read),
  serialize: (values) => `{${values.map(written).join()}}`,
});

/**
 * For the driver's option `types`, with `fetch_types: false`. Arrays have one dimension. Elements have the same form as values outside of
 * an array.
 */
export const arrayTypes: Readonly<Record<string, ArrayType>> = {
  booleans: arrayType(1000, (text) => text === 't'),
  integers: arrayType(1007, Number),
  bigints: arrayType(1016, Number),
  texts: arrayType(1009),
  uuids: arrayType(2951),
  times: arrayType(1185, (text) => new Date(text)),
};
