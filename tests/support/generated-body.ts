/** Request bodies generated from a schema of the document, valid ones and broken ones. */
import * as fc from 'fast-check';

// biome-ignore lint/suspicious/noExplicitAny: schemas of the document are read as JSON
type Json = any;

/** Texts that often break parsers: empty, at bounds, NUL, half surrogate pairs, right-to-left marks, code. */
const hardTexts = [
  '',
  ' ',
  '\0',
  'nul \0 inside',
  '\ud83d',
  'half \udc4d',
  '\u202eturned',
  '\u200b',
  "'; drop table posts; --",
  '__proto__',
  '{{7*7}}',
  '👨‍👩‍👧‍👦',
];
const hardNumbers = [-1, 0, 0.5, 1e21, Number.MAX_SAFE_INTEGER, -0, 2 ** 31, 2 ** 63];

const text = ({ minLength = 0, maxLength = 300 }: Json): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40), unit: 'grapheme' }) },
    { weight: 2, arbitrary: fc.constantFrom(...hardTexts) },
    // At the bound and one beyond it, in characters of one code unit and of two.
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'x'.repeat(maxLength),
        'x'.repeat(maxLength + 1),
        '👍'.repeat(maxLength / 2),
        '👍'.repeat(maxLength / 2 + 1),
      ),
    },
  );

/** A value of another kind: deep, wide, or of the wrong type. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, [], {}, 'x'.repeat(70_000)),
  fc.integer({ min: 2, max: 1_000 }).map((depth) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)),
  fc.constant(JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":1}}')),
);

/** Values that match this schema. `ids` are the ids to use: of the caller's rows, of other members' rows, and of nothing. */
function fitting(schema: Json, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one: Json) => arbitraryOf(one, ids)));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type: string) => arbitraryOf({ ...schema, type }, ids)));
  if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((one: Json) => arbitraryOf(one, ids)));
  switch (schema.type) {
    case 'string':
      if (/\[0-9a-f\]\{8\}/.test(schema.pattern ?? '')) return fc.constantFrom(...ids);
      if (/@/.test(schema.pattern ?? ''))
        return fc.constantFrom('ana@kith.test', 'nobody@kith.test', 'new@kith.test', 'a@b', `${'x'.repeat(250)}@kith.test`);
      return fc.oneof(
        { weight: 3, arbitrary: text(schema) },
        { weight: 2, arbitrary: fc.constantFrom(...ids, '👍', '❤', '1', 'correct horse 7') },
      );
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 100, 1000) }),
        fc.constantFrom(...hardNumbers, (schema.maximum ?? 99) + 1),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { maxItems = 4, items = {} } = schema;
      const few = fc.array(arbitraryOf(items, ids), { maxLength: 4 });
      const beyond = arbitraryOf(items, ids).map((one) => new Array(maxItems + 1).fill(one));
      return maxItems > 2_000 ? few : fc.oneof({ weight: 6, arbitrary: few }, { weight: 1, arbitrary: beyond });
    }
    case 'object': {
      const fields = Object.entries<Json>(schema.properties ?? {});
      const model = Object.fromEntries(fields.map(([name, field]) => [name, arbitraryOf(field, ids)]));
      const whole = fc.record(model, { requiredKeys: schema.required ?? [] });
      if (!schema.additionalProperties || Object.keys(schema.additionalProperties).length === 0) return whole;
      const names = schema.propertyNames?.enum
        ? fc.constantFrom(...schema.propertyNames.enum)
        : fc.constantFrom('1', '17', '0', '-1', 'x', '9'.repeat(16));
      return fc.dictionary(names as fc.Arbitrary<string>, arbitraryOf(schema.additionalProperties, ids), { maxKeys: 3 });
    }
    default:
      return anything;
  }
}

/** Mostly valid values, and now and then an invalid one anywhere inside. */
function arbitraryOf(schema: Json, ids: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 14, arbitrary: fitting(schema, ids) }, { weight: 1, arbitrary: anything });
}

/** Texts that are not JSON at all, or deeper and larger than any valid body. Sent unchanged. */
const invalidBodies = [
  '',
  '{',
  'null',
  '\u0000',
  '['.repeat(200_000),
  `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  `"${'x'.repeat(1_100_000)}"`,
];

/** Bodies as they are sent: as text, because a very deep value cannot be serialised. */
export const bodyOf = (schema: Json, ids: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 30, arbitrary: arbitraryOf(schema, ids).map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.constantFrom(...invalidBodies) },
  );
