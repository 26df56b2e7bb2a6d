/** How long a bench takes: `npm run bench -- --quick` tries everything with little of each. */
const quick = process.env.BENCH_QUICK === '1';

/** So many of a thing in a whole run, and so many in a quick one. */
export const many = (whole: number, inQuick: number): number => (quick ? inQuick : whole);

/**
 * Runs these works one after the other, and that again and again, so that what else the machine does in between falls on each.
 * What the first rounds bring is thrown away, because they warm up, unless there is but one: both sides are measured as they are when they
 * have run for a while, and code that is seldom run takes V8 some thousands of times to compile well.
 */
export async function alternate<Name extends string, Result>(
  rounds: number,
  works: Readonly<Record<Name, () => Promise<Result>>>,
  warmUps = 1,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(works) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let round = rounds > 1 ? 1 - warmUps : 1; round <= rounds; round += 1) {
    for (const name of names) {
      const result = await works[name]();
      if (round > 0) results[name].push(result);
    }
  }
  return results;
}

/** Runs this so many times, one after the other. */
export async function inSequence<Result>(times: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let n = 0; n < times; n += 1) results.push(await work());
  return results;
}
