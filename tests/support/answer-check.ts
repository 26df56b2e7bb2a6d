/**
 * Checks the server's answers against the API document: the operation must declare the status, and the body must match its schema without
 * extra fields. Every test that calls the API by REST or through an API client uses this check.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Operation } from '../../sync-server/api-document/operation.ts';
import { allOperations } from '../../sync-server/docs/all-operations.ts';
import { createDocument, pathTemplate } from '../../sync-server/docs/document.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into by its own rules
type Json = any;

export const document: Json = createDocument(allOperations);

/** Forbids fields that an object's schema does not describe. A new field of the server must be documented first. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isWhole = schema.type === 'object' && schema.properties !== undefined && schema.additionalProperties === undefined;
  return isWhole ? { ...inner, additionalProperties: false } : inner;
}

const ADDRESS = 'https://kith.test/document';
/** Turns references into references to the one document that all schemas share. */
const anchored = (schema: Json): Json => JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${ADDRESS}#/`));

let ajv: Ajv2020 | undefined;
const compiled = new Map<string, ValidateFunction>();

/** The validator for this schema of the document. Its `errors` say why a value does not match. */
export function validatorOf(key: string, schema: Json): ValidateFunction {
  ajv ??= new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).addSchema(
    anchored({ $id: ADDRESS, components: { schemas: closed(document.components.schemas) } }),
  );
  const known = compiled.get(key) ?? ajv.compile(anchored(closed(schema)));
  compiled.set(key, known);
  return known;
}

const patterns = allOperations.map((operation) => ({
  operation,
  names: (operation.path.match(/:\w+/g) ?? []).length,
  pattern: new RegExp(`^/api${operation.path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

/** The operation that a request is for, chosen as the router chooses it: the path with fewer parameters wins. */
export function operationOf(method: string, path: string): Operation | undefined {
  const plain = path.replace(/\?.*$/, '').replace(/\/$/, '');
  return patterns
    .filter(({ operation, pattern }) => operation.method === method && pattern.test(plain))
    .sort((a, b) => a.names - b.names)[0]?.operation;
}

export const described = (operation: Operation): Json => document.paths[pathTemplate(operation.path)][operation.method.toLowerCase()];

export interface SeenAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** the parsed body where it was JSON; any other body is not checked */
  readonly body: unknown;
}

/**
 * Returns the operation and the status of the answer; null where the request matches no operation.
 *
 * @throws Error where the document does not declare the answer
 */
export function checkAnswer(method: string, path: string, { status, headers, body }: SeenAnswer): string | null {
  const operation = operationOf(method, path);
  if (!operation) return null;
  const said = `${method} ${path} (${operation.id}) answered ${status}`;
  const { responses } = described(operation);
  const response = responses[status] ?? (status >= 500 || status === 408 ? document.components.responses.Unavailable : undefined);
  const isJson = /^application\/json\b/.test(headers.get('content-type') ?? '');
  if (!response) throw new Error(`${said}, which the document does not declare: ${JSON.stringify(body)?.slice(0, 300)}`);
  const types = Object.keys(response.content ?? {});
  const type = (headers.get('content-type') ?? '').replace(/;.*$/, '');
  if (types.length > 0 && !types.includes(type)) throw new Error(`${said} as ${type}, and the document says ${types.join(', ')}`);
  if (isJson && types.length > 0) {
    const validate = validatorOf(`${operation.id} ${status}`, response.content['application/json'].schema);
    if (!validate(body))
      throw new Error(`${said}, not as the document says: ${JSON.stringify(validate.errors)} in ${JSON.stringify(body)?.slice(0, 1000)}`);
  }
  return `${operation.id} ${status}`;
}
