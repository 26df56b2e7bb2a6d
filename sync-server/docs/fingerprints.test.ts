/**
 * Other people write clients for the API and the protocol, so a released version of them must not change. `fingerprints.json` stores what
 * the current versions stand for. `KITH_WRITE_FINGERPRINTS=1` writes it again: from the first release on, only after a version was raised.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { requestSchema } from '../api-document/json-schema.ts';
import { allOperations } from './all-operations.ts';
import { API_VERSION, createDocument } from './document.ts';
import { type Fingerprints, fingerprintOf, operationFingerprints } from './fingerprints.ts';
import { messages } from './protocol-parts.ts';

const file = new URL('fingerprints.json', import.meta.url);
const none: Fingerprints = { version: '', operations: {}, protocol: { version: 0, messages: {} } };
const stored = (): Fingerprints => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : none);

const now: Fingerprints = {
  version: API_VERSION,
  operations: operationFingerprints(createDocument(allOperations)),
  protocol: {
    version: PROTOCOL_VERSION,
    messages: Object.fromEntries(Object.entries(messages).map(([name, { schema }]) => [name, fingerprintOf(requestSchema(schema))])),
  },
};

const changed = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name]);

/** A release leaves a backup there. */
const released = readdirSync(new URL('../../tests/releases/', import.meta.url)).some((name) => name.endsWith('.backup'));
const WRITE = 'KITH_WRITE_FINGERPRINTS=1 npx vitest run --project unit sync-server/docs/fingerprints';
const explanation = (name: string, version: string, place: string, again: string): string =>
  released
    ? `${name} changed and its version did not. Raise ${version} in ${place}${again}, then run ${WRITE}`
    : `${name} changed. Run ${WRITE}`;

test('when the document or the protocol changes, its version changes', () => {
  const before = stored();
  const operations = changed(before.operations, now.operations);
  const changedMessages = changed(before.protocol.messages, now.protocol.messages);
  const apiRaised = before.version !== now.version;
  const protocolRaised = before.protocol.version !== now.protocol.version;
  const mayWrite = !released || ((operations.length === 0 || apiRaised) && (changedMessages.length === 0 || protocolRaised));
  if (process.env.KITH_WRITE_FINGERPRINTS === '1' && mayWrite) writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
  const written = stored();
  expect(
    changed(written.operations, now.operations),
    explanation(
      'The API',
      'API_VERSION',
      'sync-server/docs/document.ts',
      ' (the middle number, or the first where clients of before break)',
    ),
  ).toEqual([]);
  expect(
    changed(written.protocol.messages, now.protocol.messages),
    explanation('The sync protocol', 'PROTOCOL_VERSION', 'schemas/protocol/version.ts', ''),
  ).toEqual([]);
  expect([written.version, written.protocol.version]).toEqual([now.version, now.protocol.version]);
});

test('wording does not count, shapes and codes do', () => {
  const document = { components: { schemas: { Id: { type: 'string', description: 'one' } } } };
  const fingerprintWith = (schema: object, other = document) =>
    fingerprintOf({ properties: { description: { $ref: '#/components/schemas/Id' } }, ...schema }, other);
  expect(fingerprintWith({ summary: 'said so' })).toBe(fingerprintWith({ summary: 'said otherwise' }));
  expect(fingerprintWith({})).toBe(fingerprintWith({}, { components: { schemas: { Id: { type: 'string', description: 'another' } } } }));
  expect(fingerprintWith({})).not.toBe(fingerprintWith({}, { components: { schemas: { Id: { type: 'number', description: 'one' } } } }));
  expect(fingerprintWith({ required: ['a'] })).not.toBe(fingerprintWith({}));
});
