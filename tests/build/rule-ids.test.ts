/** Every rule that `schemas/` names by an id, such as FR3, is cited in brackets by the name of a test. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The texts of all files of these trees that are tests, or that are none. */
const textsOf = (trees: readonly string[], areTests: boolean): string[] =>
  trees.flatMap((tree) =>
    readdirSync(join(root, tree), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && /\.test\./.test(file) === areTests)
      .map((file) => readFileSync(join(root, tree, file), 'utf8')),
  );

test('each rule of the schemas is cited by a test', () => {
  // Two letters and a number at the beginning of a sentence: "FR1 Only one of …".
  const rules = textsOf(['schemas'], false).flatMap((text) => [...text.matchAll(/\b([A-Z]{2}\d{1,2}) (?=[A-Za-z`])/g)].map(([, id]) => id));
  const cited = new Set(
    textsOf(['schemas', 'src', 'workers', 'sync-server', 'tests'], true).flatMap((text) =>
      [...text.matchAll(/\[([A-Z]{2}\d{1,2})\]/g)].map(([, id]) => id),
    ),
  );
  expect(rules.length).toBeGreaterThan(60);
  expect([...new Set(rules)].filter((id) => !cited.has(id))).toEqual([]);
});
