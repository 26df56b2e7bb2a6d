import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The code that plays histories may know the server. The code that says how they must end may not. */
const folder = 'tests/sync/oracle';
const entrance = 'oracle.ts';

const importsOf = (file: string): string[] =>
  [...readFileSync(join(folder, file), 'utf8').matchAll(/^(?:import|export)[^'"]*from ['"]([^'"]+)['"]|^import ['"]([^'"]+)['"]/gm)].map(
    ([, from, bare]) => from ?? bare ?? '',
  );

test('the oracle imports nothing from server, client or schemas', () => {
  const known = new Set(readdirSync(folder));
  const reached = new Set<string>();
  const forbiddenImports: string[] = [];
  const follow = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const from of importsOf(file)) {
      const own = /^\.\/([\w-]+\.ts)$/.exec(from)?.[1];
      if (own !== undefined && known.has(own)) follow(own);
      else if (!from.startsWith('node:')) forbiddenImports.push(`${file} imports ${from}`);
    }
    if (/\bimport\(|\brequire\(/.test(readFileSync(join(folder, file), 'utf8'))) forbiddenImports.push(`${file} imports while it runs`);
  };
  follow(entrance);
  expect(forbiddenImports).toEqual([]);
  expect(reached.size).toBeGreaterThan(6);
});
