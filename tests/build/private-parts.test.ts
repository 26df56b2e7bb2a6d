/** RxDB and Dexie are used only through what they export and document. Their internals change with any version. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const forbidden: readonly (readonly [string, RegExp])[] = [
  ["RxDB's replication", /rxdb\/plugins\/replication\b/],
  ["RxDB's own storages", /rxdb\/plugins\/storage-/],
  ['a file that no package exports', /from '(?:rxdb|dexie)\/(?!plugins\/)/],
  ['an inner state', /\binternalReplicationState\b|\boriginalStorageInstance\b|\binternalStore\b|\bstreamQueue\b|\bcheckpointQueue\b/],
  [
    'a field that begins with _ and is no part of a stored document',
    /\b(?:database|collection|document|doc|store|dexie)\._(?!deleted|meta|rev|attachments)\w+/,
  ],
];

test('page, workers and store use nothing private of RxDB or Dexie', async () => {
  const found: string[] = [];
  for (const tree of ['src', 'schemas', 'workers']) {
    for (const path of await readdir(tree, { recursive: true })) {
      if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) continue;
      const text = await readFile(join(tree, path), 'utf8');
      for (const [what, pattern] of forbidden) if (pattern.test(text)) found.push(`${join(tree, path)}: ${what}`);
    }
  }
  expect(found).toEqual([]);
});
