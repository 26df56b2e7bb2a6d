/**
 * What tests draw by chance comes from one number, so that a run can be repeated. `npm test` uses the one below, so that a change is not
 * refused by a draw. `KITH_SEED` sets another, and `npm run test:rest` and `npm run test:explore` draw one.
 */
export const SEED_OF_NPM_TEST = 1;

/** A seed by chance, for a run that explores. */
// biome-ignore lint/plugin: this is where seeds come from
export const drawSeed = (): number => Math.floor(Math.random() * 1_000_000);

/** The seed of this run. Without `KITH_SEED`, as in `npx vitest`, it is another one in each worker. */
export const seedOfRun = Number(process.env.KITH_SEED ?? drawSeed());

/**
 * Numbers from 0 up to 1, the same for the same seed and name. Each of several that draw side by side has a name of its own: what it
 * draws then does not depend on whose turn it is. The generator is mulberry32 (Tommy Ettinger, public domain).
 */
export function drawOf(name: string, seed = seedOfRun): () => number {
  let state = seed;
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
