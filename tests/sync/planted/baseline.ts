/**
 * What the last kept run of each planted fault gave (`npm run test:planted -- --keep`): in which suite the fault was planted, what found it,
 * and after how many seconds. A fault that nothing finds has a written reason.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { PlantedFault } from './planted-fault.ts';

export interface KeptRun {
  readonly suite: PlantedFault['foundBy'];
  /** a named case, or the number of random histories; null where nothing found it */
  readonly found: string | null;
  readonly seconds: number;
  /** why nothing needs to find it */
  readonly reason?: string;
}
export type Baseline = Readonly<Record<string, KeptRun>>;

const FILE = 'tests/sync/planted/baseline.json';

export const readBaseline = (): Baseline => JSON.parse(readFileSync(FILE, 'utf8'));

/** Keeps a run in the place of the one before. A fault that nothing found keeps its reason, or gets an empty one to be written. */
export function keepRun({ name, foundBy: suite }: PlantedFault, run: Pick<KeptRun, 'found' | 'seconds'>): void {
  const before = readBaseline();
  const kept: KeptRun = { suite, ...run, ...(run.found === null ? { reason: before[name]?.reason ?? '' } : {}) };
  const sorted = Object.entries({ ...before, [name]: kept }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
