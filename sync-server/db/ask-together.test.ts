import { expect, test } from 'vitest';
import { askTogether } from './ask-together.ts';

function asker() {
  const asked: string[][] = [];
  const answers: ((found: ReadonlyMap<string, number>) => void)[] = [];
  const fail: ((error: Error) => void)[] = [];
  const ask = askTogether<string, number>((keys) => {
    asked.push([...keys]);
    return new Promise((resolve, reject) => {
      answers.push(resolve);
      fail.push(reject);
    });
  });
  return { asked, answers, fail, ask };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what comes while a question is being answered is asked together next, and never told an answer from before it came', async () => {
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

test('an error answers those who asked, and nobody after them', async () => {
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
