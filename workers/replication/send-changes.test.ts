import { describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES, MAX_CHANGES, type PushChange, type PushRequest, type PushResponse } from '../../schemas/protocol/sync.ts';
import { createChangeSender, firstBatch, shortenAssumed } from './send-changes.ts';
import type { Outcome } from './server.ts';

const change = (id: string, bytes = 10): PushChange => ({
  collection: 'posts',
  assumed: [],
  document: { id, write_id: `write-${id}`, content: 'ü'.repeat(bytes / 2) },
});
const signal = new AbortController().signal;

describe('one request', () => {
  test('has no more changes and bytes than the server accepts', () => {
    expect(firstBatch(Array.from({ length: 600 }, () => change('p')))).toHaveLength(MAX_CHANGES);
    const some = firstBatch(Array.from({ length: 5 }, () => change('p', 300_000)));
    expect(some).toHaveLength(3);
    expect(new TextEncoder().encode(JSON.stringify({ changes: some })).length).toBeLessThan(MAX_BODY_BYTES);
  });
  test('has at least one change, and the server decides about it', () => {
    expect(firstBatch([change('p', 2_000_000), change('q')])).toHaveLength(1);
  });
});

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

test("of very many assumed writes, the server's own stays", () => {
  const assumed = Array.from({ length: 1500 }, (_, at) => `w${at}`);
  expect(shortenAssumed(assumed)).toHaveLength(1000);
  expect(shortenAssumed(assumed)[0]).toBe('w0');
  expect(shortenAssumed(assumed).at(-1)).toBe('w1499');
});
