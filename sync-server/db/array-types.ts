/**
 * The array types of Postgres that we use, by their numbers, which are the same in every database. Left to itself the driver asks for them on each
 * new connection, and a connection that is lost just then ends the process: nobody can catch that error (postgres.js issue 1192).
 */
import { parse } from 'postgres-array';

interface ArrayType {
  readonly to: number;
  readonly from: number[];
  parse(text: string): unknown[];
  serialize(values: readonly unknown[]): string;
}

/** Most of what we send are ids. Whatever else is a text might hold what separates elements. */
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

/** For the option `types` of the driver, with `fetch_types: false`. Arrays have one dimension; their elements are as they are outside of one. */
export const arrayTypes: Readonly<Record<string, ArrayType>> = {
  booleans: arrayType(1000, (text) => text === 't'),
  integers: arrayType(1007, Number),
  bigints: arrayType(1016, Number),
  texts: arrayType(1009),
  uuids: arrayType(2951),
  times: arrayType(1185, (text) => new Date(text)),
};
