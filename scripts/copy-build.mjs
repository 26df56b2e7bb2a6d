/** A built Kith in a place of its own, which runs like the original and which no later build changes under its browser. */
import { copyFile, cp, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Copies what was built into an empty directory; its server is `<place>/dist/server/main.js`. */
export async function copyBuild(place) {
  for (const part of ['client', 'server']) await cp(join(root, 'dist', part), join(place, 'dist', part), { recursive: true });
  await copyFile(join(root, 'dist/build.json'), join(place, 'dist/build.json'));
  await copyFile(join(root, 'package.json'), join(place, 'package.json'));
  await symlink(join(root, 'node_modules'), join(place, 'node_modules'));
}
