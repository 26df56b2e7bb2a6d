/** How long a bench takes: `npm run bench -- --quick` runs everything with small counts. */
const quick = process.env.BENCH_QUICK === '1';

/** One count for a whole run, another for a quick one. */
export const sizeOf = (whole: number, inQuick: number): number => (quick ? inQuick : whole);

/**
 * Runs these works in turns, again and again, so that other load on the machine affects all of them. The first rounds are warm-ups whose
 * results are dropped, unless there is only one round. Both sides are measured warm: V8 needs some thousands of calls before it compiles
 * rarely run code well.
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

/** The results of the rounds, by work. */
export type ResultsOf<Works> = {
  readonly [Name in keyof Works]: (NonNullable<Works[Name]> extends () => Promise<infer Result> ? Result : never)[];
};

/** Runs `work` this many times, one after the other. */
export async function inSequence<Result>(times: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let n = 0; n < times; n += 1) results.push(await work());
  return results;
}
