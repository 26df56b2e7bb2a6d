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

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const arrayType = (oid: number, read: (text: string) => unknown = (text) => text): ArrayType => ({
  to: oid,
  from: [oid],
  parse: (text) => parse(text, read),
  serialize: (values) => `{${values.map((value) => (value === null ? 'null' : quoted(String(value)))).join()}}`,
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
