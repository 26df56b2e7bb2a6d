/**
 * Holds answers of the server against the document of the API: the status is one that the operation declares, and the body is of its schema with
 * no field besides. Every test that asks by REST or by a client of the API does so.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Operation } from '../../sync-server/api-document/operation.ts';
import { allOperations } from '../../sync-server/docs/all-operations.ts';
import { createDocument, pathTemplate } from '../../sync-server/docs/document.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into by its own rules
type Json = any;

export const document: Json = createDocument(allOperations);

/** Objects with the fields that they are described with and no others: what the server adds has to be told. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isWhole = schema.type === 'object' && schema.properties !== undefined && schema.additionalProperties === undefined;
  return isWhole ? { ...inner, additionalProperties: false } : inner;
}

const ADDRESS = 'https://kith.test/document';
/** References lead to the one document that all schemas share. */
const anchored = (schema: Json): Json => JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${ADDRESS}#/`));

let ajv: Ajv2020 | undefined;
const compiled = new Map<string, ValidateFunction>();

/** Whether a value is of this schema of the document, and why not. */
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

/** The operation that a request is for, as the router finds it: a path with fewer names in it comes first. */
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
  /** what JSON it was; anything else is not looked at */
  readonly body: unknown;
}

/**
 * Which answer of which operation this was; null where the request was for none.
 *
 * @throws Error where the document declares no such answer
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
