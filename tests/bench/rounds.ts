/** How long a bench takes: `npm run bench -- --quick` tries everything with little of each. */
const quick = process.env.BENCH_QUICK === '1';

/** So many of a thing in a whole run, and so many in a quick one. */
export const many = (whole: number, inQuick: number): number => (quick ? inQuick : whole);

/**
 * Runs these works one after the other, and that again and again, so that what else the machine does in between falls on each.
 * What the first round brings is thrown away, because it warms up, unless there is but one.
 */
export async function alternate<Name extends string, Result>(
  rounds: number,
  works: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(works) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let round = rounds > 1 ? 0 : 1; round <= rounds; round += 1) {
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
