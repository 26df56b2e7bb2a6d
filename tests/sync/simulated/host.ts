/** `host`: plays each history in a world of its own, with the seed of the history. */
import { test as base } from 'vitest';
import { setUp } from '../../support/set-up-time.ts';
import type { Host } from '../oracle/host.ts';
import { simulate, templateOfCircles } from './simulate.ts';

export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern
  .extend('template', { scope: 'file' }, async ({}, { onCleanup }) => {
    const template = await setUp('database', templateOfCircles);
    onCleanup(() => template.close());
    return template;
  })
  .extend(
    'host',
    { scope: 'file' },
    ({ template }): Host => ({
      play: (history, coverage, seed) => simulate({ template, seed, history, coverage }),
      errors: () => [],
    }),
  );
