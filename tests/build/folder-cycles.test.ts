/**
 * Folders are rooms: they import each other in one direction, few files lie flat in one, and a room of many files says in its README.md
 * what it guarantees. Biome finds cycles between files; this finds those between folders.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sourcesOf } from '../support/wordings.ts';

const root = join(import.meta.dirname, '../..');
const IMPORT = /from '(\.[^']+)'|import\('(\.[^']+)'\)|^import '(\.[^']+)'/gm;

/**
 * A flat folder with more modules than this needs a reason in `flat`. Styles and tests are not counted: they lie beside their module under its
 * name, so nobody looks for them.
 */
const MODULES_MAX = 22;
const flat = new Map([['src/text', 'one file a subject, and nothing else: a translator reads it from top to bottom']]);
/** A folder with more modules than this has a README.md. */
const MODULES_WITHOUT_HEAD = 5;

const sources = await sourcesOf('src', 'schemas', 'sync-server', 'workers');
const files = new Set(sources.map(({ file }) => file));
const imports = sources.flatMap(({ file, code }) =>
  [...code.matchAll(IMPORT)]
    .map(([, ...paths]) => join(dirname(file), paths.find((path) => path !== undefined) ?? ''))
    .filter((imported) => files.has(imported))
    .map((imported) => [file, imported] as const),
);

/** Imports that lie on a cycle between folders, where `folderOf` says which folder a file counts to. */
function cyclicImports(folderOf: (file: string) => string | undefined): string[] {
  const graph = new Map<string, Map<string, string>>();
  for (const [file, imported] of imports) {
    const [from, to] = [folderOf(file), folderOf(imported)];
    if (from === undefined || to === undefined || from === to) continue;
    graph.set(from, (graph.get(from) ?? new Map<string, string>()).set(to, `${file} imports ${imported}`));
  }
  const reaches = (from: string, wanted: string, seen = new Set<string>()): boolean =>
    [...(graph.get(from)?.keys() ?? [])].some((to) => to === wanted || (!seen.has(to) && reaches(to, wanted, seen.add(to))));
  return [...graph].flatMap(([from, edges]) => [...edges].filter(([to]) => reaches(to, from)).map(([, example]) => example));
}

/** `src/features/posts` for a file of a feature, `src/ui` for another folder of a tree, and `src` for a file at the root of a tree. */
function roomOf(file: string): string {
  const [tree = '', room = '', third = '', ...rest] = file.split('/');
  if (room === 'features' && rest.length > 0) return join(tree, room, third);
  return third === '' ? tree : join(tree, room);
}

const folders = new Set([...files].map((file) => dirname(file)));
const modulesIn = (folder: string): number => [...files].filter((file) => dirname(file) === folder).length;

test('no room imports another that imports it, by whatever way, and the roots of trees count as rooms', () => {
  expect(new Set([...files].map(roomOf)).size).toBeGreaterThan(40);
  expect(cyclicImports(roomOf)).toEqual([]);
});

test('the rooms inside of a room import each other in one direction', () => {
  const parents = [...new Set([...folders].map((folder) => dirname(folder)))].filter((parent) => parent.includes('/'));
  expect(parents.length).toBeGreaterThan(10);
  const found = parents.flatMap((parent) =>
    cyclicImports((file) => {
      const [room, ...rest] = file.startsWith(`${parent}/`) ? file.slice(parent.length + 1).split('/') : [];
      return room === undefined || rest.length === 0 ? undefined : join(parent, room);
    }),
  );
  expect(found).toEqual([]);
});

test('few modules lie flat in one folder', () => {
  const full = [...folders].filter((folder) => modulesIn(folder) > MODULES_MAX);
  expect(full.filter((folder) => !flat.has(folder))).toEqual([]);
  expect([...flat.keys()].filter((folder) => !full.includes(folder))).toEqual([]);
});

test('a room of many modules has a head, and the files that it names exist', () => {
  const roots = new Set(['src', 'schemas', 'sync-server', 'workers']);
  const rooms = [...folders].filter((folder) => !roots.has(folder) && modulesIn(folder) > MODULES_WITHOUT_HEAD);
  expect(rooms.filter((room) => !existsSync(join(root, room, 'README.md')))).toEqual([]);
  for (const room of folders) {
    const head = join(root, room, 'README.md');
    if (!existsSync(head)) continue;
    const text = readFileSync(head, 'utf8');
    expect(text.startsWith(`# ${basename(room)}\n\n`), room).toBe(true);
    const named = [...text.matchAll(/`([\w./-]+\.(?:tsx?|md)|[\w./-]+\/)`/g)].map(([, path = '']) => path);
    const bases = [room, '.', 'sync-server', 'src'].map((base) => join(root, base));
    expect(
      named.filter((path) => !bases.some((base) => existsSync(join(base, path)))),
      room,
    ).toEqual([]);
  }
});
