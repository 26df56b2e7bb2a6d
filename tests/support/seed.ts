/**
 * The seed of `npm test`: what its histories and properties draw is the same in every run, so that a change is not refused by a draw.
 * `KITH_SEED` sets another, and `npm run test:rest` draws one.
 */
export const SEED_OF_NPM_TEST = 1;
