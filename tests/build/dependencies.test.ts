/** What a server installs, what building and testing need, and what Kith may open for free. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collectionNames } from '../../schemas/protocol/collections.ts';
import { importedBy, ONLY_FOR_THE_BUILD } from '../../scripts/licences.ts';

const root = join(import.meta.dirname, '../..');
/** Started by name, or required by another dependency, which leaves it to us to install. */
const tools = ['@biomejs/biome', 'linkifyjs', 'tsx', 'typescript'];
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest: Readonly<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Readonly<Record<string, string>>>> =
  JSON.parse(read('package.json'));
const filesOf = (tree: string) =>
  readdirSync(join(root, tree), { recursive: true, encoding: 'utf8' }).filter((path) => /\.(ts|tsx|mjs)$/.test(path));
const codeOf = (tree: string) =>
  filesOf(tree)
    .map((path) => read(join(tree, path)))
    .join('\n');

test('dependencies are what the built server imports, and nothing else', () => {
  const imported = importedBy(root, ['sync-server', 'schemas']).filter((name) => !ONLY_FOR_THE_BUILD.includes(name));
  expect(Object.keys(manifest.dependencies).sort()).toEqual(imported.sort());
});

test('each package that is not part of the server is imported by the page, a script or a test', () => {
  const code =
    ['src', 'workers', 'schemas', 'sync-server', 'scripts', 'tests'].map(codeOf).join('\n') +
    read('vite.config.ts') +
    read('vitest.config.ts');
  const isImported = (name: string) => code.includes(`'${name}'`) || code.includes(`'${name}/`);
  const others = Object.keys(manifest.devDependencies).filter((name) => !name.startsWith('@types/') && !tools.includes(name));
  expect(others.filter((name) => !isImported(name))).toEqual([]);
});

test('packages whose inner parts Kith uses have one exact version', () => {
  const exact = ['postgres', 'hono', '@hono/node-server', 'rate-limiter-flexible', 'rxdb', 'dexie', 'broadcast-channel'];
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies };
  expect(exact.filter((name) => !/^\d/.test(wanted[name] ?? ''))).toEqual([]);
  const rxdb: { readonly dependencies: Readonly<Record<string, string>> } = JSON.parse(read('node_modules/rxdb/package.json'));
  expect([wanted.dexie, wanted['broadcast-channel']]).toEqual([rxdb.dependencies.dexie, rxdb.dependencies['broadcast-channel']]);
});

test('no more collections exist than RxDB opens without a licence', () => {
  expect(collectionNames.length).toBeLessThanOrEqual(13);
});
