import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = 'tests/browser';

test('no browser test changes a fixture by `override`: its worker would keep the change for the files after it', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => readFileSync(join(folder, file), 'utf8').includes('.override('))).toEqual([]);
});
