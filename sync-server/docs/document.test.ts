import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { failuresOf } from '../api-document/operation.ts';
import { allOperations } from './all-operations.ts';
import { docsPage } from './docs-page.ts';
import { docsTokens } from './docs-style.ts';
import { createDocument } from './document.ts';
import { messages, protocolPage } from './protocol-page.ts';

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
  for (const { id, schema, examples } of messages) {
    expect(examples.length, id).toBeGreaterThan(0);
    for (const [, value] of examples) expect([id, safeParse(schema, value).error?.issues ?? []]).toEqual([id, []]);
  }
});

test('the pages list every operation, contain no script, and have no broken links', () => {
  const docs = docsPage(document);
  for (const html of [docs, protocolPage()]) {
    expect(html).not.toMatch(/<script|\son\w+=|style="/i);
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  }
  for (const { id } of allOperations) expect(docs).toContain(`id="${id}"`);
});

test('the pages use the colours and sizes of the product', () => {
  const tokens = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8');
  for (const token of docsTokens) expect(tokens).toContain(token);
});
