/**
 * Doors stay light: the first screen needs limits, keys and rules, but no shapes. So a shape, which needs zod, is in a file of its own, and the
 * files beside it load without zod. And `src/first/`, which reads the first rows before anything else is loaded, stays the lightest of all.
 */
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sourcesOf } from '../support/wordings.ts';

/** What stays when types are erased. An import in braces stays even if all names in it are types. */
const IMPORT = /^(?:import|export) (?!type )(?:[^;']* from )?'([^']+)';/gm;
/** Files with such names hold no shape. */
const PLAIN = /-(?:rules|limits|keys?|ids?|roles|types|targets?|status|codes|wording)\.ts$/;
/** Made of shapes without naming zod, and why. */
const madeOfShapes = new Map([['schemas/protocol/collections.ts', 'the shape of a row of each collection']]);

const imports = new Map(
  (await sourcesOf('schemas', 'src', 'workers')).map(({ file, code }) => [
    file,
    [...code.matchAll(IMPORT)].map(([, path = '']) => (path.startsWith('.') ? join(dirname(file), path) : path)),
  ]),
);
const files = [...imports.keys()].filter((file) => file.startsWith('schemas/'));
const isZod = (name: string): boolean => /^zod(?:$|\/)/.test(name);
/** What each page loads in any case, for the id of its tab. */
const isLight = (name: string): boolean => name === 'uuid';
const hasShape = (file: string): boolean => imports.get(file)?.some(isZod) === true;

/** The shortest chain of imports from this file to zod; undefined if there is none. */
function chainToZod(file: string): string | undefined {
  const chains: (readonly string[])[] = [[file]];
  const seen = new Set([file]);
  // The list grows while it is read.
  for (const chain of chains) {
    for (const next of imports.get(chain.at(-1) ?? '') ?? []) {
      if (isZod(next)) return [...chain, next].join(' → ');
      if (!seen.has(next)) chains.push([...chain, next]);
      seen.add(next);
    }
  }
  return undefined;
}

test('imports are found, and each file of `schemas/` that is imported is known', () => {
  expect(files.filter(hasShape).length).toBeGreaterThan(15);
  expect(files.filter((file) => PLAIN.test(file)).length).toBeGreaterThan(35);
  expect(files.flatMap((file) => imports.get(file) ?? []).filter((name) => !isZod(name) && !isLight(name) && !imports.has(name))).toEqual(
    [],
  );
});

test('limits, keys, lists of values and rules load without zod', () => {
  expect(files.filter((file) => PLAIN.test(file)).flatMap((file) => chainToZod(file) ?? [])).toEqual([]);
});

test('every other file that holds no shape loads without zod too', () => {
  const others = files.filter((file) => !hasShape(file) && !madeOfShapes.has(file));
  expect(others.flatMap((file) => chainToZod(file) ?? [])).toEqual([]);
  expect([...madeOfShapes.keys()].filter((file) => hasShape(file) || chainToZod(file) === undefined)).toEqual([]);
});

test('a file with a shape defines no limit and no list of values', async () => {
  const sources = (await sourcesOf('schemas')).filter(({ file }) => hasShape(file));
  const found = sources.flatMap(({ file, code }) =>
    [...code.matchAll(/^export const ([A-Z][A-Z0-9_]*|\w+ = \[)/gm)].map(([, name]) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('what reads the first rows imports names, numbers and rules alone: no package, and nothing else of the page', () => {
  const seen = new Set([...imports.keys()].filter((file) => file.startsWith('src/first/') && !file.endsWith('.test.ts')));
  expect(seen.size).toBeGreaterThan(3);
  // The set grows while it is read.
  for (const file of seen) for (const next of imports.get(file) ?? []) seen.add(next);
  expect([...seen].filter((file) => !/^(?:src\/first|schemas|workers\/device)\//.test(file))).toEqual([]);
});
