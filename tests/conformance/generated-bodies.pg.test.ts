/**
 * Sends bodies generated from the document's own schemas, and broken ones, to every operation that takes a body. The server must never fail
 * and never give an undeclared answer, and an answer with an error must leave the database unchanged. `KITH_BODIES=5000` sends that many.
 */
import * as fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { allOperations } from '../../sync-server/docs/all-operations.ts';
import { described } from '../support/answer-check.ts';
import { bodyOf } from '../support/generated-body.ts';
import { changesBetween, createRowReader } from './stored-rows.ts';
import { expectAnswered, test } from './wire-world.ts';

const BODIES = Number(process.env.KITH_BODIES ?? 100);

/** These end the session or the account of the sender; the last one does so after some wrong passwords. */
const ending = new Set(['deleteAccount', 'signOut', 'changeUser', 'showPresence']);
/** Its answer never ends. */
const ENDLESS = 'stream';
const operations = allOperations.filter(({ body, id }) => body && !ending.has(id) && id !== ENDLESS);

const operationById = (id: string) => {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
};

/** Tables that sign-ins, mails and counted wrong codes change even if the answer is an error. */
const besides = ['applied_writes', 'sessions', 'mailbox', 'sign_in_steps', 'server_keys', 'second_factors'];

test(`${BODIES} bodies`, { timeout: 60_000 + BODIES * 400 }, async ({ server, circle, wire }) => {
  const ben = await circle.signUp('Ben');
  await circle.befriend(wire.mal, ben);
  const group = await circle.group(wire.mal, ben);
  const message = await circle.message(ben, group, 'of Ben');
  const comment = await circle.comment(ben, wire.post, 'of Ben');
  const invitation = await circle.invite(wire.dora, { member: wire.mal.id });
  const ids = [wire.post, wire.secret, wire.mal.id, wire.dora.id, ben.id, group, message, comment, invitation, uuid(), uuid(), uuid()];
  const readRows = await createRowReader(server.sql, besides);
  const statuses = new Map<number, number>();
  const asked = new Set<string>();
  let before = await readRows();

  const request = fc.constantFrom(...operations.map(({ id }) => id)).chain((id) => {
    const operation = operationById(id);
    const { schema } = described(operation).requestBody.content['application/json'];
    return fc.record({
      id: fc.constant(id),
      body: bodyOf(schema, ids),
      names: fc.array(fc.constantFrom(...ids), { minLength: 2, maxLength: 2 }),
      key: fc.option(fc.constantFrom('a', 'b', 'x'.repeat(200), 'x'.repeat(201)), { freq: 6, nil: undefined }),
    });
  });

  // Of the generated ones, a tenth are accepted: one run of twenty thousand would have none.
  const accepted = {
    id: 'createPost',
    body: JSON.stringify({ content: 'A post', visibility_type: 'friends' }),
    names: [uuid(), uuid()],
    key: undefined,
  };
  await fc.assert(
    fc.asyncProperty(request, async ({ id, body, names, key }) => {
      const operation = operationById(id);
      let at = 0;
      const path = `/api${operation.path.replaceAll(/:\w+/g, () => names[at++] ?? uuid())}`;
      const { method } = operation;
      const answer = await wire.send(path, {
        method,
        body,
        headers: key === undefined ? {} : { 'idempotency-key': key },
      });
      expectAnswered(`${method} ${path}`, answer);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      asked.add(id);
      const after = await readRows();
      if (answer.status >= 400) expect([id, changesBetween(before, after)]).toEqual([id, []]);
      before = after;
    }),
    {
      numRuns: BODIES,
      endOnFailure: true,
      examples: [[accepted]],
      ...(process.env.KITH_SEED ? { seed: Number(process.env.KITH_SEED) } : {}),
    },
  );
  const errors = server.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
  expect(errors).toEqual([]);
  // If every request was refused, or none, the run has tested nothing.
  expect([...statuses.keys()].filter((status) => status < 300).length).toBeGreaterThan(0);
  expect(statuses.get(422) ?? 0).toBeGreaterThan(BODIES / 20);
  expect(asked.size).toBeGreaterThan(Math.min(operations.length, BODIES / 10) * 0.8);
});
