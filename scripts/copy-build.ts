/** A copy of a built Kith, which runs like the original. No later build changes it under its browser. */
import { copyFile, cp, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Copies the build of this checkout, or of another one, into an empty directory; its server is `<place>/dist/server/main.js`. */
export async function copyBuild(place: string, from = root): Promise<void> {
  for (const part of ['client', 'server']) await cp(join(from, 'dist', part), join(place, 'dist', part), { recursive: true });
  await copyFile(join(from, 'dist/build.json'), join(place, 'dist/build.json'));
  await copyFile(join(from, 'package.json'), join(place, 'package.json'));
  await symlink(join(from, 'node_modules'), join(place, 'node_modules'));
}
