/** Every test file is run by `npm test` or by `npm run test:rest`, and by one of them only. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('each test file belongs to one project, and to the rest if its name has `rare`', () => {
  const trees = ['schemas', 'src', 'workers', 'sync-server', 'scripts', 'tests'];
  const files = trees.flatMap((tree) =>
    readdirSync(join(root, tree), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.test\.tsx?$/.test(file))
      .map((file) => `${tree}/${file}`),
  );
  const args = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  const listed = JSON.parse(stdout) as { file: string; projectName: string }[];
  expect(listed.map(({ file }) => file.slice(root.length + 1)).sort()).toEqual(files.sort());
  const misplaced = listed.filter(({ file, projectName }) => /\.(rare|browsers)\./.test(file) !== projectName.endsWith('-rare'));
  expect(misplaced).toEqual([]);
});
