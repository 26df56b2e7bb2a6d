/**
 * What a member loads before the first card of the feed: the page's first script, the member's side and the feed, with all that they import.
 * RxDB, RxJS and Dexie are 80 kB that open the store behind it, and zod is 9 kB that checks what somebody sends. One import that is left when
 * types are erased would bring them back.
 */
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sourcesOf } from '../support/wordings.ts';

/** What stays when types are erased. An import in braces stays even if all names in it are types. */
const IMPORT = /^(?:import|export) (?!type )(?:[^;']* from )?'([^']+)';/gm;
const FIRST = ['src/main.tsx', 'src/signed-in.tsx', 'src/screens/feed.tsx'];
const LATER = /^(?:rxdb|rxjs|dexie|broadcast-channel|mingo|zod)(?:$|\/)/;

const imports = new Map(
  (await sourcesOf('src', 'workers', 'schemas')).map(({ file, code }) => [
    file,
    [...code.matchAll(IMPORT)].map(([, path = '']) => (path.startsWith('.') ? join(dirname(file), path) : path)),
  ]),
);

/** The shortest chain of imports to each package or file. */
function chainsFrom(entries: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const chains = new Map(entries.map((entry) => [entry, [entry]]));
  // The map grows while it is read.
  for (const [file, chain] of chains) {
    for (const next of imports.get(file) ?? []) if (!chains.has(next)) chains.set(next, [...chain, next]);
  }
  return chains;
}

test('the code before the first card imports neither the store nor shapes', () => {
  const chains = chainsFrom(FIRST);
  expect(FIRST.filter((file) => !imports.has(file))).toEqual([]);
  expect(chains.size).toBeGreaterThan(200);
  expect([...chains.values()].filter((chain) => LATER.test(chain.at(-1) ?? '')).map((chain) => chain.join(' → '))).toEqual([]);
  // The store itself is found, so the packages would be, too.
  expect([...chainsFrom(['src/data/acquire-store.ts']).keys()].filter((name) => LATER.test(name)).length).toBeGreaterThan(2);
});
