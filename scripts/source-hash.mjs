/**
 * One hash over the content of source files: what is built is stale when the hash that it was built from is not today's.
 * Content, not times, since a fresh checkout and a copied directory carry times that mean nothing.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const isTest = (name) => /\.test\.tsx?$/.test(name);

async function filesUnder(path) {
  let entries;
  try {
    entries = await readdir(path, { withFileTypes: true, recursive: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return entries.filter((entry) => entry.isFile() && !isTest(entry.name)).map((entry) => join(entry.parentPath, entry.name));
}

/** Hashes files and whole directories below `root`, tests aside; what is missing counts as missing. */
export async function hashSources(root, paths) {
  const files = (await Promise.all(paths.map((path) => filesUnder(join(root, path))))).flat().sort();
  const contents = await Promise.all(files.map((file) => readFile(file)));
  const hash = createHash('sha256');
  for (const [index, file] of files.entries())
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(contents[index])
      .update('\0');
  return hash.digest('hex');
}
