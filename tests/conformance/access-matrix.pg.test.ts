/**
 * The access matrix: every operation for every relation in every state, against a table that follows from the product's description alone
 * (`access/expected.ts`). Each cell is tried on the server by REST, pull, push or channel.
 */
import { expect } from 'vitest';
import { type Cell, pullAll, refusalTexts } from './access/ask.ts';
import { test } from './access/cast.ts';
import { readCells } from './access/read-cells.ts';
import { type Outcome, relations } from './access/words.ts';
import { lastCells, writeCells } from './access/writes.ts';
import { changesBetween } from './stored-rows.ts';

const AT_ONCE = 8;

/** A request for the current state is answered like one that was carried out. The stored rows prove that nothing changed. */
const answerFor = (expected: Outcome): Outcome => (expected === 'no change' ? 'done' : expected);

/** Operations whose texts differ between hidden things and things that never existed. */
const distinguishable = () =>
  [...refusalTexts].filter(([, texts]) => texts.size !== 1).map(([operation, texts]) => [operation, [...texts]]);

/** Tries all cells, and returns those with an unexpected outcome. */
async function mismatches(cells: readonly Cell[], atOnce = AT_ONCE): Promise<string[]> {
  const wrong: string[] = [];
  const remaining = [...cells];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let cell = remaining.pop(); cell; cell = remaining.pop()) {
        const seen = await cell.ask();
        if (seen !== answerFor(cell.expected))
          wrong.push(`${cell.operation}; ${cell.relation}; ${cell.state}: ${seen}, not ${cell.expected}`);
      }
    }),
  );
  return wrong.sort();
}

test('every way of reading returns exactly what each relation may read', async ({ cast }) => {
  const held = new Map(await Promise.all(cast.askers.map(async (asker) => [asker.relation, await pullAll(asker)] as const)));
  const cells = readCells(cast, held);
  expect(await mismatches(cells)).toEqual([]);
  // Hidden things and things that never existed have the same texts.
  expect(distinguishable()).toEqual([]);
});

test('allowed acts are carried out, and all others change nothing', async ({ cast, readRows }) => {
  const cells = writeCells(cast);
  const acts = cells.filter(({ expected }) => expected === 'done');
  const refused = cells.filter(({ expected }) => expected !== 'done');
  // The last use of a session and the remembered writes change with every request, so they are left out.
  const stored = async () => new Map([...(await readRows())].filter(([key]) => !/^(sessions|applied_writes) /.test(key)));
  const before = await stored();
  expect(await mismatches(refused)).toEqual([]);
  expect(changesBetween(before, await stored())).toEqual([]);
  // One after the other, so that no act interferes with the next.
  expect(await mismatches(acts, 1)).toEqual([]);
  const last = lastCells(cast);
  expect(await mismatches(last.reverse(), 1)).toEqual([]);
  expect(distinguishable()).toEqual([]);
});

test('every operation is tried by every relation', ({ cast }) => {
  const cells = [...readCells(cast, new Map()), ...writeCells(cast), ...lastCells(cast)];
  expect(cells.length).toBeGreaterThanOrEqual(6000);
  const missed = [...new Set(cells.map(({ operation }) => operation))].map((operation) => {
    const met = new Set(cells.filter((cell) => cell.operation === operation).map(({ relation }) => relation));
    return [operation, relations.filter((relation) => !met.has(relation))];
  });
  expect(missed.filter(([, relations]) => relations?.length)).toEqual([]);
});
