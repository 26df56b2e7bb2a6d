/** Runs before every test file: properties draw from the seed of the run, so that it can be repeated. */
import { configureGlobal } from 'fast-check';
import { seedOfRun } from './seed.ts';

configureGlobal({ seed: seedOfRun });
