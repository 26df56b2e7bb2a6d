/** Makes the OpenAPI document of the operations. */
import { HIDDEN_CHARACTERS } from '../../schemas/base/text.ts';
import { answerSchemas, componentName, componentNames, type JsonSchema, requestSchema } from '../api-document/json-schema.ts';
import { type Failure, failuresOf, type Operation, type Parameter, type Schema, type Success, tags } from '../api-document/operation.ts';
import { limitOf } from '../http/limits/rate-limits.ts';
import { unkeyedOperations, unkeyedTags } from './unkeyed-writes.ts';

/**
 * The version of the API that the document describes. The last number rises when only words change, the middle one when older clients still
 * understand the change, and the first one when they do not. None rises before the first release. `fingerprints.json` next to this file stores
 * what the version stands for.
 */
export const API_VERSION = '1.0.0';

const introduction = `Members can do everything that the app does through these operations. The app itself uses the operations in *Sync*, described as the [sync protocol](/api/docs/protocol). Begin with the [first steps](/api/docs/first-steps).

**Answers** are JSON. A success is \`{"success": true, "data": …}\`, for some operations with a \`message\` for people. A failure is \`{"success": false, "code": …, "message": …}\`. Programs can rely on \`code\`; the wording of \`message\` can change. Ignore fields that you do not know: later versions may add fields.

**Authentication.** Send the access token from POST /api/auth/sign-in in the header \`Authorization: Bearer …\`. It expires after ten minutes; POST /api/auth/refresh returns a new one. Clients that are not browsers sign in with \`"session": "token"\` to get the refresh token in the body. Browsers get it as a cookie.

**404 and 403.** What you cannot see returns 404, like what does not exist. 403 means that you can see it but are not allowed to do this.

**Repeating requests** is safe if the body has an \`id\` for what it creates, or the request has an \`Idempotency-Key\`. The same request then returns the first answer again, even after the answer was lost or the result was changed since. Another body with the same key is refused with \`IDEMPOTENCY_KEY_REUSED\`, another body with the same \`id\` with \`ID_REUSED\`. All writes take the key except those in ${unkeyedTags.map((tag) => `*${tag}*`).join(', ')}, and ${unkeyedOperations.map((id) => `\`${id}\``).join(', ')}, which ignore it. An id that you make is a UUID of version 7. Any other version returns 422.

**Texts** are trimmed. Limits count UTF-16 code units. A text with a NUL or half a surrogate pair returns 422. So does a name or address with invisible characters (\`${HIDDEN_CHARACTERS}\`). Request bodies are JSON in UTF-8, at most 1 MB. Times are UTC with milliseconds.

**Limits.** A member can write 240 times a minute. A write that changes many rows of other members counts as several. The server handles four requests of a member at a time and queues a hundred. Beyond a limit it returns 429, with the seconds to wait in \`Retry-After\`. Any request may return 408, 500, 502, 503 or 504: wait and send it again.`;

const failureSchema: JsonSchema = {
  type: 'object',
  description: 'The request failed and changed nothing.',
  properties: {
    success: { const: false },
    code: { type: 'string', description: 'For programs. Codes do not change.' },
    message: { type: 'string', description: 'For people. The wording can change.' },
  },
  required: ['success', 'code', 'message'],
};

const asJson = (schema: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ 'application/json': { schema, ...more } });

/** The name of an answer's schema among the components. */
const answerName = (operation: Operation, data: Schema): string => componentName(data) ?? `${operation.id}Answer`;

function failureResponses(operation: Operation): JsonSchema {
  const failures = failuresOf(operation);
  const byStatus = grouped(failures);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => {
      const codes = [...new Set(same.map(({ code }) => code))];
      const examples = same.map(({ code, message }, at) => [
        same.findIndex((other) => other.code === code) === at ? code : `${code}_${at}`,
        { summary: message, value: { success: false, code, message } },
      ]);
      const schema = { allOf: [{ $ref: '#/components/schemas/Failure' }, { properties: { code: { enum: codes } } }] };
      return [
        String(status),
        {
          description: same.map(({ code, message }) => `\`${code}\`: ${message}`).join('\n\n'),
          ...(status === 429 ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } } : {}),
          content: asJson(schema, { examples: Object.fromEntries(examples) }),
        },
      ];
    }),
  );
}

function grouped(failures: readonly Failure[]): Map<number, Failure[]> {
  const groups = new Map<number, Failure[]>();
  for (const failure of failures) groups.set(failure.status, [...(groups.get(failure.status) ?? []), failure]);
  return groups;
}

const envelopeOf = (data: JsonSchema, hasMessage: boolean): JsonSchema => ({
  type: 'object',
  properties: { success: { const: true }, data, ...(hasMessage ? { message: { type: 'string', description: 'For people.' } } : {}) },
  required: ['success', 'data', ...(hasMessage ? ['message'] : [])],
});

function successContent(operation: Operation, success: Success): JsonSchema {
  if (success.content !== undefined)
    return {
      content: { [success.content]: { schema: { type: 'string', ...(success.content.startsWith('text/') ? {} : { format: 'binary' }) } } },
    };
  if (!success.data) return {};
  const data = { $ref: `#/components/schemas/${answerName(operation, success.data)}` };
  const said = success.message === undefined ? {} : { message: success.message };
  const example =
    success.example === undefined ? {} : { example: success.bare ? success.example : { success: true, data: success.example, ...said } };
  const schema = success.bare ? data : envelopeOf(data, success.message !== undefined);
  return { content: asJson(schema, example) };
}

function responses(operation: Operation): JsonSchema {
  const done = operation.successes.map((success) => [
    String(success.status),
    {
      description: success.description,
      ...(success.headers
        ? {
            headers: Object.fromEntries(
              Object.entries(success.headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
            ),
          }
        : {}),
      ...successContent(operation, success),
    },
  ]);
  return { ...Object.fromEntries(done), ...failureResponses(operation), default: { $ref: '#/components/responses/Unavailable' } };
}

const parameter = (place: 'query' | 'header', name: string, { description, schema, required, example }: Parameter): JsonSchema => ({
  name,
  in: place,
  description,
  ...(required ? { required } : {}),
  schema: requestSchema(schema),
  ...(example === undefined ? {} : { example }),
});

const pathNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');

function parameters(operation: Operation): JsonSchema[] {
  return [
    ...pathNames(operation.path).map((name) => {
      const schema = operation.path_schemas?.[name];
      return {
        name,
        in: 'path',
        required: true,
        ...(operation.pathDescriptions?.[name] ? { description: operation.pathDescriptions[name] } : {}),
        schema: schema ? requestSchema(schema) : { $ref: '#/components/schemas/Id' },
      };
    }),
    ...Object.entries(operation.query ?? {}).map(([name, one]) => parameter('query', name, one)),
    ...Object.entries(operation.headers ?? {}).map(([name, one]) => parameter('header', name, one)),
    ...(operation.repeatable ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

function requestBody({ body, upload }: Operation): JsonSchema {
  if (upload) {
    // The form comes first: generators of clients take the first one, and what they send of raw bytes is no image.
    const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };
    const raw = upload.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]);
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: file }, ...Object.fromEntries(raw) } } };
  }
  if (!body) return {};
  return { requestBody: { required: !body.optional, content: asJson(requestSchema(body.schema), { example: body.example }) } };
}

const everybody = { member: 'Any member.', cookie: 'Anybody.', anyone: 'Anybody.' } as const;
const security = { member: [{ bearer: [] }], cookie: [{ session: [] }, {}], anyone: [] } as const;

function described(operation: Operation): JsonSchema {
  const { id, tag, summary, details, access, callers = everybody[access], limits = [] } = operation;
  const descriptionParts = [details, `**Who can call it**: ${callers}`, ...limits.map((name) => `**Limit**: ${limitOf(name)}.`)];
  const parameterList = parameters(operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: descriptionParts.filter((text) => text !== undefined).join('\n\n'),
    'x-callers': callers,
    security: security[access],
    ...(parameterList.length > 0 ? { parameters: parameterList } : {}),
    ...requestBody(operation),
    responses: responses(operation),
  };
}

/** `/posts/:id` in the notation of OpenAPI. */
export const pathTemplate = (path: string): string => `/api${path.replaceAll(/:(\w+)/g, '{$1}')}`;

function paths(operations: readonly Operation[]): JsonSchema {
  const all: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of operations) {
    const path = pathTemplate(operation.path);
    all[path] = { ...all[path], [operation.method.toLowerCase()]: described(operation) };
  }
  return all;
}

function schemas(operations: readonly Operation[]): Record<string, JsonSchema> {
  const named = new Map<string, Schema>();
  for (const operation of operations)
    for (const success of operation.successes) if (success.data) named.set(answerName(operation, success.data), success.data);
  const made = answerSchemas(named);
  const order = [...new Set([...componentNames(), ...named.keys()])];
  const schemaOf = (name: string): JsonSchema => {
    const schema = made[name];
    if (!schema) throw new Error(`${name} has the schema of another answer: make it a component, which has one name`);
    return schema;
  };
  return { ...Object.fromEntries(order.map((name) => [name, schemaOf(name)])), Failure: failureSchema };
}

/** The document for a server at this address. */
export function createDocument(operations: readonly Operation[], publicUrl = '/'): JsonSchema {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Kith',
      version: API_VERSION,
      summary: 'A private social network for close friends.',
      description: introduction,
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: paths(operations),
    components: {
      schemas: schemas(operations),
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'Makes repeating safe: the same request with the same key is carried out once and returns the first answer again.',
          schema: { type: 'string', minLength: 1, maxLength: 200 },
          example: '0190a0b0-7f00-7000-8000-00000000aaaa',
        },
      },
      headers: { RetryAfter: { description: 'The seconds to wait before the next request.', schema: { type: 'string' } } },
      responses: {
        Unavailable: {
          description:
            'The server or the network has a fault, or the disk of the server is full (`DISK_FULL`). Wait and send the same request again.',
          content: asJson({ $ref: '#/components/schemas/Failure' }),
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a session.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-kith-session',
          description: 'The refresh token of a browser. Over plain http, the name has no `__Host-` prefix.',
        },
      },
    },
  };
}
