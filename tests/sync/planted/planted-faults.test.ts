import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { edited } from './edited.ts';
import { plantedFaults } from './planted-faults.ts';

/** `npm run test:planted` plays histories against each fault. This cheap test checks that every fault still fits the current source. */
test.each(plantedFaults)('can be planted: $name', ({ edits }) => {
  const files = new Map<string, string>();
  for (const edit of edits) {
    const before = files.get(edit.file) ?? readFileSync(edit.file, 'utf8');
    const after = edited(before, edit);
    expect(after).not.toBe(before);
    files.set(edit.file, after);
  }
});

test('there are at least twenty, each with a unique name', () => {
  const names = new Set(plantedFaults.map(({ name }) => name));
  expect(names.size).toBe(plantedFaults.length);
  expect(names.size).toBeGreaterThanOrEqual(20);
});
