/** How long a bench takes: `npm run bench -- --quick` tries everything with little of each. */
const quick = process.env.BENCH_QUICK === '1';

/** So many of a thing in a whole run, and so many in a quick one. */
export const many = (whole: number, inQuick: number): number => (quick ? inQuick : whole);

/**
 * Runs these works one after the other, and that again and again, so that what else the machine does in between falls on each.
 * What the first rounds bring is thrown away, because they warm up, unless there is but one: both sides are measured as they are when they
 * have run for a while, and code that is seldom run takes V8 some thousands of times to compile well.
 */
export async function alternate<Works extends Readonly<Record<string, (() => Promise<unknown>) | undefined>>>(
  rounds: number,
  works: Works,
  warmUps = 1,
): Promise<ResultsOf<Works>> {
  const results: Record<string, unknown[]> = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
  for (let round = rounds > 1 ? 1 - warmUps : 1; round <= rounds; round += 1) {
    for (const [name, work] of Object.entries(works)) {
      const result = await work?.();
      if (round > 0) results[name]?.push(result);
    }
  }
  return results as ResultsOf<Works>;
}

/** Of each work, what its rounds brought. */
export type ResultsOf<Works> = {
  readonly [Name in keyof Works]: (NonNullable<Works[Name]> extends () => Promise<infer Result> ? Result : never)[];
};

/** Runs this so many times, one after the other. */
export async function inSequence<Result>(times: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let n = 0; n < times; n += 1) results.push(await work());
  return results;
}
