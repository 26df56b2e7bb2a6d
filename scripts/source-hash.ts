/**
 * One hash over the content of source files: a build is stale when the hash that it was built from is not today's. It uses content, not
 * times, since the times in a fresh checkout or a copied directory mean nothing.
 */
import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './error-code.ts';

const isTest = (name: string) => /\.test\.tsx?$/.test(name);

async function filesUnder(path: string): Promise<string[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(path, { withFileTypes: true, recursive: true });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOTDIR') return [path];
    if (code === 'ENOENT') return [];
    throw error;
  }
  return entries.filter((entry) => entry.isFile() && !isTest(entry.name)).map((entry) => join(entry.parentPath, entry.name));
}

/** Hashes files and whole directories below `root`, without tests. A missing path adds nothing. */
export async function hashSources(root: string, paths: readonly string[]): Promise<string> {
  const files = (await Promise.all(paths.map((path) => filesUnder(join(root, path))))).flat().sort();
  const contents = await Promise.all(files.map(async (file) => ({ file, content: await readFile(file) })));
  const hash = createHash('sha256');
  for (const { file, content } of contents)
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(content)
      .update('\0');
  return hash.digest('hex');
}
