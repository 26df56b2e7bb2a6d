import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const trees = ['schemas', 'src', 'workers', 'sync-server', 'scripts', 'tests'];
/** Required by another dependency, which leaves it to us to install. */
const peers = ['linkifyjs'];

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sources = (tree: string) =>
  readdirSync(join(root, tree), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
    .map((path) => read(join(tree, path)));

test('each dependency is imported somewhere', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Readonly<Record<string, string>> };
  const code = [...trees.flatMap(sources), read('vite.config.ts')].join('\n');
  const isImported = (name: string) => code.includes(`'${name}'`) || code.includes(`'${name}/`);
  expect(Object.keys(dependencies).filter((name) => !peers.includes(name) && !isImported(name))).toEqual([]);
});
