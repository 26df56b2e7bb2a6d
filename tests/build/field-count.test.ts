import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** How many files of the product may name the field. Lower it when there are fewer. */
const MOST = 16;

test('the audience of a post is named in few places: a field is defined once', () => {
  const files = execFileSync('git', ['ls-files', 'src', 'sync-server', 'workers', 'schemas', 'scripts'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|tsx|sql|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file));
  const naming = files.filter((file) => readFileSync(file, 'utf8').includes('visibility_type'));
  expect(naming.length, naming.join('\n')).toBe(MOST);
});
