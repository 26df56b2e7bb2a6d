/**
 * Who may do what to what, in which state: every operation for every relation, against a table that follows from the words of the product
 * alone (`access/expected.ts`). Each cell is asked of the server by REST, pull, push or channel.
 */
import { expect } from 'vitest';
import { type Cell, pullAll, refusalTexts } from './access/ask.ts';
import { test } from './access/cast.ts';
import { readCells } from './access/reads.ts';
import { type Outcome, relations } from './access/words.ts';
import { lastCells, writeCells } from './access/writes.ts';
import { changesBetween } from './stored-rows.ts';

const AT_ONCE = 8;

/** What is so already is answered as if it had been done; that nothing changed is seen in what is stored. */
const answerFor = (expected: Outcome): Outcome => (expected === 'no change' ? 'done' : expected);

/** Operations that had more than one text for what is hidden and what never was. */
const toldApart = () => [...refusalTexts].filter(([, texts]) => texts.size !== 1).map(([operation, texts]) => [operation, [...texts]]);

/** Asks all of these; gives those that came out otherwise than expected. */
async function mismatches(cells: readonly Cell[], atOnce = AT_ONCE): Promise<string[]> {
  const wrong: string[] = [];
  const left = [...cells];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let cell = left.pop(); cell; cell = left.pop()) {
        const seen = await cell.ask();
        if (seen !== answerFor(cell.expected))
          wrong.push(`${cell.operation}; ${cell.relation}; ${cell.state}: ${seen}, not ${cell.expected}`);
      }
    }),
  );
  return wrong.sort();
}

test('what anybody may read is what they are given, by every way', { timeout: 120_000 }, async ({ cast }) => {
  const held = new Map(await Promise.all(cast.askers.map(async (asker) => [asker.relation, await pullAll(asker)] as const)));
  const cells = readCells(cast, held);
  expect(await mismatches(cells)).toEqual([]);
  // What is hidden is told in the very words of what never was.
  expect(toldApart()).toEqual([]);
});

test('what anybody may do is done, and what they may not changes nothing', { timeout: 300_000 }, async ({ cast, readRows }) => {
  const cells = writeCells(cast);
  const acts = cells.filter(({ expected }) => expected === 'done');
  const refused = cells.filter(({ expected }) => expected !== 'done');
  // When a session was last used, and which writes were answered, is no effect of what was asked.
  const stored = async () => new Map([...(await readRows())].filter(([key]) => !/^(sessions|applied_writes) /.test(key)));
  const before = await stored();
  expect(await mismatches(refused)).toEqual([]);
  expect(changesBetween(before, await stored())).toEqual([]);
  // One after the other: what one does is not to be in the way of the next.
  expect(await mismatches(acts, 1)).toEqual([]);
  const last = lastCells(cast);
  expect(await mismatches(last.reverse(), 1)).toEqual([]);
  expect(toldApart()).toEqual([]);
});

test('every operation meets every relation', ({ cast }) => {
  const cells = [...readCells(cast, new Map()), ...writeCells(cast), ...lastCells(cast)];
  expect(cells.length).toBeGreaterThanOrEqual(6000);
  const missed = [...new Set(cells.map(({ operation }) => operation))].map((operation) => {
    const met = new Set(cells.filter((cell) => cell.operation === operation).map(({ relation }) => relation));
    return [operation, relations.filter((relation) => !met.has(relation))];
  });
  expect(missed.filter(([, relations]) => relations?.length)).toEqual([]);
});
