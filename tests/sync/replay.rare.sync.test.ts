import { writeFileSync } from 'node:fs';
import { artefactPath } from '../support/artefacts.ts';
import { Coverage } from './oracle/coverage.ts';
import type { History } from './oracle/history.ts';
import { historyOfSeed, runOf } from './oracle/run-histories.ts';
import { smallest } from './oracle/smallest.ts';
import { told } from './oracle/told.ts';
import { test } from './simulated/host.ts';
import { simulate } from './simulated/simulate.ts';

/** `npm run test:replay -- <seed>` plays a simulated history again. */
const seed = process.env.KITH_REPLAY;
const SHRINK_MS = 5 * 60_000;

test.runIf(seed)(`the simulated history of seed ${seed}`, { timeout: 3_600_000 }, async ({ template, task }) => {
  let trace: string[] = [];
  async function failureOf(history: History): Promise<unknown> {
    trace = [];
    try {
      await simulate({ template, seed: Number(seed), history, coverage: new Coverage(), note: (line) => void trace.push(line) });
      return null;
    } catch (error) {
      return error ?? new Error('it failed without an error');
    }
  }
  let history = historyOfSeed(runOf('simulated', 'all'), Number(seed));
  let failure = await failureOf(history);
  if (failure !== null) {
    history = await smallest(history, failure, failureOf, SHRINK_MS);
    failure = await failureOf(history);
  }
  const file = `${artefactPath(task)}.trace`;
  writeFileSync(file, `${trace.join('\n')}\n`);
  console.info(`${told(history).join('\n')}\nWhat happened, in milliseconds: ${file}`);
  if (failure !== null) throw failure;
});
