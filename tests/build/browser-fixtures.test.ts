import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = 'tests/browser';
const testsIn = (...folders: string[]) =>
  folders.flatMap((each) =>
    readdirSync(each, { recursive: true, encoding: 'utf8' }).flatMap((file) => (file.endsWith('.ts') ? join(each, file) : [])),
  );

test('no browser test changes a fixture by `override`: its worker would keep the change for the files after it', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => readFileSync(join(folder, file), 'utf8').includes('.override('))).toEqual([]);
});

test('no test overrides its database or its server: `extend` with the scope of the file ends with the file, an override does not', () => {
  const files = testsIn('sync-server', 'tests', 'workers').filter((file) => !file.endsWith('browser-fixtures.test.ts'));
  const overriding = /\.override\(\s*'(?:template|serverOptions)'/;
  expect(files.filter((file) => overriding.test(readFileSync(file, 'utf8')))).toEqual([]);
});
