import { expect, test } from 'vitest';
import { readBaseline } from './baseline.ts';
import { plantedFaults } from './planted-faults.ts';

const suites = new Map(plantedFaults.map(({ name, foundBy }) => [name, foundBy]));

test.each(Object.entries(readBaseline()))('the kept run of "%s" is of a present fault, which was found or has a reason', (name, run) => {
  expect(run.suite).toBe(suites.get(name));
  expect(run.found ?? run.reason).toMatch(/\w/);
});
