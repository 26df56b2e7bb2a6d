import { expect, test } from 'vitest';
import { batchQueries } from './batch-queries.ts';

function asker() {
  const asked: string[][] = [];
  const answers: ((found: ReadonlyMap<string, number>) => void)[] = [];
  const fail: ((error: Error) => void)[] = [];
  const ask = batchQueries<string, number>((keys) => {
    asked.push([...keys]);
    return new Promise((resolve, reject) => {
      answers.push(resolve);
      fail.push(reject);
    });
  });
  return { asked, answers, fail, ask };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('keys that arrive during a query share the next one, and never get an answer from a query that began before them', async () => {
  const { asked, answers, ask } = asker();
  const first = ask('a');
  await turn();
  const later = [ask('a'), ask('b'), ask('c'), ask('b')];
  await turn();
  expect(asked).toEqual([['a']]);
  answers[0]?.(new Map([['a', 1]]));
  expect(await first).toBe(1);
  await turn();
  expect(asked[1]).toEqual(['a', 'b', 'c']);
  answers[1]?.(new Map([['b', 2]]));
  expect(await Promise.all(later)).toEqual([undefined, 2, undefined, 2]);
});

test('an error reaches the callers of that query, and no later ones', async () => {
  const { answers, fail, ask } = asker();
  const failed = [ask('a'), ask('b')];
  await turn();
  fail[0]?.(new Error('away'));
  expect((await Promise.allSettled(failed)).map((one) => one.status)).toEqual(['rejected', 'rejected']);
  const next = ask('a');
  await turn();
  answers[1]?.(new Map([['a', 3]]));
  expect(await next).toBe(3);
});
