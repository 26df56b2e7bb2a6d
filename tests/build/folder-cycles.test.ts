/** Folders import each other in one direction. Biome finds cycles between files; this test finds those between folders. */
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { sourcesOf } from '../support/wordings.ts';

const root = join(import.meta.dirname, '../..');
const IMPORT = /from '(\.[^']+)'|import\('(\.[^']+)'\)|^import '(\.[^']+)'/gm;

/** `src/features/posts` for a file of a feature, `src/ui` for another folder of a tree, and nothing for a file that stands in the tree itself. */
function folderOf(file: string): string | undefined {
  const [tree = '', room = '', third = '', ...rest] = file.split('/');
  if (room === 'features' && rest.length > 0) return join(tree, room, third);
  return third === '' ? undefined : join(tree, room);
}

/** Each folder with the folders that its files import, and one file as an example for each. */
async function folderGraph(): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const graph = new Map<string, Map<string, string>>();
  for (const { file, code } of await sourcesOf('src', 'schemas', 'sync-server', 'workers')) {
    const from = folderOf(relative(root, join(root, file)));
    if (from === undefined) continue;
    for (const [, ...paths] of code.matchAll(IMPORT)) {
      const path = paths.find((found) => found !== undefined) ?? '';
      const to = folderOf(join(dirname(file), path));
      if (to === undefined || to === from) continue;
      const edges = graph.get(from) ?? new Map<string, string>();
      graph.set(from, edges.set(to, file));
    }
  }
  return graph;
}

test('no folder imports another that imports it, by whatever way', async () => {
  const graph = await folderGraph();
  expect(graph.size).toBeGreaterThan(40);
  const reaches = (from: string, wanted: string, seen = new Set<string>()): boolean =>
    [...(graph.get(from)?.keys() ?? [])].some((to) => to === wanted || (!seen.has(to) && reaches(to, wanted, seen.add(to))));
  const inCycles = [...graph].flatMap(([from, edges]) =>
    [...edges].filter(([to]) => reaches(to, from)).map(([to, file]) => `${file} imports ${to}`),
  );
  expect(inCycles).toEqual([]);
});
