/** Runs before every test file: properties draw from `KITH_SEED`, if it is given, so that a run can be repeated. */
import { configureGlobal } from 'fast-check';

const seed = process.env.KITH_SEED;
if (seed !== undefined) configureGlobal({ seed: Number(seed) });
