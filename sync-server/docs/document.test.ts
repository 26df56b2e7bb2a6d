import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { HEARTBEAT_MS, SELDOM_HEARTBEAT_MS } from '../../schemas/protocol/sync-limits.ts';
import { failuresOf } from '../api-document/operation.ts';
import { streamExamples } from '../api-document/protocol-examples.ts';
import { docsPaths } from '../http/document-paths.ts';
import { MAX_CHANNELS_OF_SESSION } from '../sync/channels/channel-hub.ts';
import { allOperations } from './all-operations.ts';
import { createDocument } from './document.ts';
import { docsStyle, renderDocs } from './pages.ts';
import { messages } from './protocol-parts.ts';
import { takesKey, unkeyedOperations, unkeyedTags } from './unkeyed-writes.ts';

const document = createDocument(allOperations, 'https://kith.test');

test('the document is OpenAPI 3.1, by the schema of OpenAPI', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('every schema is valid, and every reference resolves', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const { components } = document as { components: { schemas: Record<string, object> } };
  ajv.addSchema({ $id: 'https://kith.test/', components });
  for (const name of Object.keys(components.schemas))
    expect(() => ajv.compile({ $ref: `https://kith.test/#/components/schemas/${name}` }), name).not.toThrow();
  // An empty schema would accept anything.
  expect(Object.entries(components.schemas).filter(([, schema]) => Object.keys(schema).length === 0)).toEqual([]);
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
  expect(references.length).toBeGreaterThan(200);
  for (const [, kind = '', name = ''] of references) expect((document.components as Record<string, object>)[kind]).toHaveProperty(name);
});

test.for(allOperations.map((operation) => [operation.id, operation] as const))(
  'the examples of %s are valid for its schemas',
  ([, operation]) => {
    if (operation.body) {
      const parsed = safeParse(operation.body.schema, operation.body.example);
      expect(parsed.error?.issues ?? []).toEqual([]);
    }
    for (const { status, data, example } of operation.successes) {
      if (!data) continue;
      const parsed = safeParse(data, example);
      expect([status, parsed.error?.issues ?? []]).toEqual([status, []]);
      // A field that only the example has would be dropped silently.
      if (!operation.successes[0]?.bare) expect(Object.keys(parsed.data as object).sort()).toEqual(Object.keys(example as object).sort());
    }
    for (const { status, code, message } of failuresOf(operation))
      expect([status, code, message]).toEqual([expect.any(Number), expect.stringMatching(/^[A-Z_]+$/), expect.any(String)]);
  },
);

test('a sentence for people is beside the data of an answer, never in it', () => {
  const successes = allOperations.flatMap((operation) => operation.successes.map((success) => [operation.id, success] as const));
  const within = successes.filter(([, { example }]) => typeof example === 'object' && example !== null && 'message' in example);
  expect(within.map(([id]) => id)).toEqual([]);
  expect(successes.filter(([, { message }]) => message !== undefined).length).toBeGreaterThan(15);
});

test('every component is used, and every pattern is valid without a flag', () => {
  const text = JSON.stringify(document);
  const { schemas } = document.components as { schemas: Record<string, object> };
  expect(Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([]);
  const patterns = [...text.matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)].map(([, pattern]) => JSON.parse(`"${pattern}"`) as string);
  expect(patterns.length).toBeGreaterThan(10);
  // Without the flag, \p{…} and \u{…} stand for other texts.
  expect(patterns.filter((pattern) => /\\[pu]\{/.test(pattern))).toEqual([]);
  for (const pattern of patterns) expect(() => new RegExp(pattern)).not.toThrow();
});

test('each write takes an Idempotency-Key, or the introduction names it as an exception', () => {
  const wrong = allOperations.filter((operation) => (operation.repeatable !== undefined) !== takesKey(operation));
  expect(wrong.map(({ id }) => id)).toEqual([]);
  const { description } = document.info as { description: string };
  for (const name of [...unkeyedTags, ...unkeyedOperations]) expect(description).toContain(name);
  const ids = allOperations.map(({ id }) => id);
  for (const id of unkeyedOperations) expect(ids).toContain(id);
});

test('every list in an answer has a bound', () => {
  const { components, paths } = document as {
    components: { schemas: Record<string, object> };
    paths: Record<string, Record<string, { responses: object }>>;
  };
  const lists = new Map<string, unknown>();
  const look = (schema: unknown, place: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { type, maxItems, $ref } = schema as { type?: unknown; maxItems?: unknown; $ref?: string };
    const name = $ref?.replace('#/components/schemas/', '');
    if (name !== undefined) look(components.schemas[name], name);
    if (type === 'array') lists.set(place, maxItems);
    for (const [key, inner] of Object.entries(schema)) look(inner, `${place}.${key}`);
  };
  // The sync protocol has its own bounds.
  for (const [path, methods] of Object.entries(paths))
    for (const { responses } of Object.values(methods)) if (!path.startsWith('/api/sync/')) look(responses, path);
  expect(lists.size).toBeGreaterThan(20);
  expect([...lists].filter(([, maxItems]) => typeof maxItems !== 'number')).toEqual([]);
});

test('the schemas of the protocol messages accept their examples', () => {
  for (const [name, { schema, examples }] of Object.entries(messages)) {
    expect(Object.keys(examples).length, name).toBeGreaterThan(0);
    for (const value of Object.values(examples)) expect([name, safeParse(schema, value).error?.issues ?? []]).toEqual([name, []]);
  }
});

test('the pages list every operation, contain no script, and have no broken links', () => {
  const pages = new Map(Object.entries(renderDocs()).map(([name, html]) => [docsPaths[name as keyof typeof docsPaths] as string, html]));
  const idsOf = (html: string) => [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  for (const [path, html] of pages) {
    expect(html).not.toMatch(/<script|\son\w+=|style="|<!-- |&lt;!--|\{#/i);
    const ids = idsOf(html);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...html.matchAll(/href="(?:(\/api\/docs[^"#]*))?(?:#([^"]+))?"/g)];
    expect(links.length, path).toBeGreaterThan(5);
    for (const [link, target = path, id] of links) expect(id === undefined || idsOf(pages.get(target) ?? '').includes(id), link).toBe(true);
    for (const [, target = path] of links) expect([...pages.keys()], path).toContain(target);
  }
  const ids = idsOf(pages.get(docsPaths.reference) ?? '');
  for (const { id } of allOperations) expect(ids).toContain(id);
  for (const path of Object.keys(document.paths as object)) expect(pages.get(docsPaths.reference)).toContain(`${path}</code></a>`);
});

test('the pages say of streams and channels what the code does', () => {
  const { realtime, protocol } = renderDocs();
  for (const name of Object.keys(streamExamples)) expect(protocol).toContain(`<td><code>${name}</code></td>`);
  for (const html of [realtime, protocol]) expect(html).toContain(`every ${HEARTBEAT_MS / 1000} seconds`);
  expect(protocol).toContain(`every ${SELDOM_HEARTBEAT_MS / 1000} seconds`);
  expect(realtime).toContain(`more than ${MAX_CHANNELS_OF_SESSION} channels`);
});

test('the pages use the colours of the product, and define every one that they use', () => {
  expect(docsStyle).toContain('--color-bg: light-dark(');
  const defined = [...docsStyle.matchAll(/(--[\w-]+):/g)].map(([, name]) => name);
  for (const [, name] of docsStyle.matchAll(/var\((--[\w-]+)\)/g)) expect(defined).toContain(name);
});
