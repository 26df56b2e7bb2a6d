import { expect, test } from 'vitest';
import type { PushChange, PushRequest, PushResponse } from '../../../schemas/protocol/sync.ts';
import type { Outcome } from '../server.ts';
import { createChangeSender } from './send-changes.ts';

const change = (id: string): PushChange => ({ collection: 'posts', assumed: [], document: { id, write_id: `write-${id}` } });
const signal = new AbortController().signal;

/** A server that rejects requests with `bad` in them, and a sender. The requests are recorded. */
function over(bad: string) {
  const requests: string[][] = [];
  const sender = createChangeSender({
    async push({ changes }: PushRequest): Promise<Outcome<PushResponse>> {
      const ids = changes.map(({ document }) => document.id);
      requests.push(ids);
      if (ids.includes(bad)) return { kind: 'rejected', status: 400 };
      return { kind: 'done', body: { answers: ids.map((id) => ({ id, code: null, document: null })) } };
    },
  });
  return { sender, requests };
}

test('after a rejected request its changes go one by one, the faulty one is refused, and then all go together again', async () => {
  const { sender, requests } = over('b');
  let rest = ['a', 'b', 'c', 'd', 'e'].map((id) => change(id));
  const codes: (string | null)[] = [];
  while (rest.length > 0) {
    const sent = await sender.send(rest.slice(0, 3), signal);
    if (sent.kind !== 'answered') continue;
    codes.push(...sent.answers.map(({ code }) => code));
    rest = rest.slice(sent.changes.length);
  }
  expect(requests).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c'], ['d', 'e']]);
  expect(codes).toEqual([null, 'INVALID', null, null, null]);
});

test('answers that do not match the request do not count', async () => {
  const sender = createChangeSender({ push: async () => ({ kind: 'done', body: { answers: [] } }) });
  expect(await sender.send([change('a')], signal)).toMatchObject({ kind: 'failed', outcome: { kind: 'lost' } });
});
