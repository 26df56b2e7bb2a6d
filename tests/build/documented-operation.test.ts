/** What README and docs tell an operator to type exists, and what exists is documented. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandNames } from '../../sync-server/commands/cli.ts';
import { settingNames } from '../../sync-server/config.ts';

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

test('the README names every command and every setting, and no other setting', () => {
  for (const name of commandNames()) expect(readme, name).toContain(`\`${name}`);
  const rows = [...readme.matchAll(/^\| `([A-Z][A-Z_]+)`/gm)].map(([, name]) => name);
  expect(rows.toSorted()).toEqual(settingNames().toSorted());
});
