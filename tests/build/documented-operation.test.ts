/** What README and docs ask an operator to type exists, and what exists is documented. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '../../sync-server/base/config.ts';
import { commandNames } from '../../sync-server/operations/cli/cli.ts';

const root = join(import.meta.dirname, '../..');
const readme = await readFile(join(root, 'README.md'), 'utf8');
const docs = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md'));
const texts = [readme, ...(await Promise.all(docs.map((name) => readFile(join(root, 'docs', name), 'utf8'))))];

test('every command that a text names exists', () => {
  const names = commandNames();
  const typed = texts.flatMap((text) =>
    [...text.matchAll(/npm run kith -- ([a-z]+(?:-[a-z]+)*(?: [a-z]+(?:-[a-z]+)*)?)/g)].map(([, words = '']) => words),
  );
  expect(typed.length).toBeGreaterThan(3);
  // A word after the command may be its argument.
  expect(typed.filter((words) => !names.includes(words) && !names.includes(words.split(' ')[0] ?? ''))).toEqual([]);
});

test('every command is in docs/hosting.md, every setting in docs/configuration.md, and no other setting', async () => {
  const [hosting = '', configuration = ''] = await Promise.all(
    ['hosting.md', 'configuration.md'].map((name) => readFile(join(root, 'docs', name), 'utf8')),
  );
  for (const name of commandNames()) expect(hosting, name).toContain(`\`${name}`);
  const rows = [...configuration.matchAll(/^\| `([A-Z][A-Z_]+)`/gm)].map(([, name]) => name);
  expect(rows.toSorted()).toEqual(settingNames().toSorted());
});
