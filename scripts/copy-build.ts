/** A built Kith in a place of its own, which runs like the original and which no later build changes under its browser. */
import { copyFile, cp, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Copies what was built, in this checkout or another one, into an empty directory; its server is `<place>/dist/server/main.js`. */
export async function copyBuild(place: string, from = root): Promise<void> {
  for (const part of ['client', 'server']) await cp(join(from, 'dist', part), join(place, 'dist', part), { recursive: true });
  await copyFile(join(from, 'dist/build.json'), join(place, 'dist/build.json'));
  await copyFile(join(from, 'package.json'), join(place, 'package.json'));
  await symlink(join(from, 'node_modules'), join(place, 'node_modules'));
}
