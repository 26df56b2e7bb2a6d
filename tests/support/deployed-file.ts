import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of `deploy/`, with what cannot be the same on this machine. @throws Error if something to replace is not in it */
export async function deployedFile(name: string, replacements: readonly (readonly [found: string, by: string])[]): Promise<string> {
  let text = await readFile(join(import.meta.dirname, '../../deploy', name), 'utf8');
  for (const [found, by] of replacements) {
    if (!text.includes(found)) throw new Error(`deploy/${name} has no "${found}"`);
    text = text.replaceAll(found, by);
  }
  return text;
}
