/**
 * A short hash for each operation and each message of what clients depend on: paths, parameters, shapes, statuses and codes. Wording,
 * examples and the order of chapters and fields do not count.
 */
import { createHash } from 'node:crypto';
import type { JsonSchema } from '../api-document/json-schema.ts';

export interface Fingerprints {
  readonly version: string;
  readonly operations: Readonly<Record<string, string>>;
  readonly protocol: { readonly version: number; readonly messages: Readonly<Record<string, string>> };
}

const words = new Set(['description', 'summary', 'example', 'examples', 'tags', 'x-callers']);

/** Drops wording, sorts keys and replaces references by what they refer to. `named`: the keys are names of fields, not keywords. */
function contract(value: unknown, document: JsonSchema, named = false): unknown {
  if (Array.isArray(value)) return value.map((item) => contract(item, document));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref === 'string') {
    const path = $ref.slice(2).split('/');
    return contract(
      path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document),
      document,
    );
  }
  const kept = Object.entries(value).filter(([key]) => named || !words.has(key));
  return Object.fromEntries(
    kept
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => {
        if (!named && key === 'required' && Array.isArray(inner)) return [key, inner.toSorted()];
        return [key, contract(inner, document, !named && (key === 'properties' || key === 'responses'))];
      }),
  );
}

export const fingerprintOf = (value: unknown, document: JsonSchema = {}): string =>
  createHash('sha256')
    .update(JSON.stringify(contract(value, document)))
    .digest('hex')
    .slice(0, 12);

/** The fingerprint of every operation of a document, by its id. Method and path belong to it. */
export function operationFingerprints(document: JsonSchema): Record<string, string> {
  const paths = document.paths as Record<string, Record<string, { readonly operationId: string }>>;
  return Object.fromEntries(
    Object.entries(paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(
          ([method, operation]) => [operation.operationId, fingerprintOf({ path, method, operation }, document)] as const,
        ),
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
