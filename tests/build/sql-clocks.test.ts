/**
 * SQL reads clocks by functions that a database of a test can replace (`tests/support/database-apart.ts`). Words of the grammar, names with
 * a schema and times such as 'now' mean the real clock.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const real =
  /\b(?:current_(?:timestamp|date|time)|localtime(?:stamp)?|pg_catalog\.(?:now|clock_timestamp|random|gen_random_uuid))\b|'(?:now|today)'::|\b(?:(?:transaction|statement)_timestamp|timeofday)\(/i;

test('no SQL of the server reads a clock that no test can replace', async () => {
  const found: string[] = [];
  for (const path of await readdir('sync-server', { recursive: true })) {
    if (!/\.(?:sql|ts)$/.test(path) || /\.test\.ts$/.test(path)) continue;
    const line = real.exec(await readFile(join('sync-server', path), 'utf8'));
    if (line) found.push(`${path}: ${line[0]}`);
  }
  expect(found).toEqual([]);
});
