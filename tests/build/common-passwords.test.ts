import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

// The list is larger than the rest of the page, and only the server's answer counts.
test('the list of common passwords is not part of the page', async () => {
  const found: string[] = [];
  for (const tree of ['src', 'workers', 'schemas']) {
    for (const path of await readdir(join(root, tree), { recursive: true })) {
      if (/\.tsx?$/.test(path) && (await readFile(join(root, tree, path), 'utf8')).includes('@zxcvbn-ts')) found.push(join(tree, path));
    }
  }
  expect(found).toEqual([]);
});
