/**
 * Keeps the files of earlier releases for a week after they were replaced: a page that was open during an update still
 * loads the rest of its own code.
 */
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** by its name, since when a file is replaced */
export type Retired = Readonly<Record<string, number>>;

const namesIn = (directory: string): Promise<string[]> => readdir(directory).catch(() => []);

/**
 * Copies what `before/assets` has and `after/assets` lacks, unless it was replaced more than a week ago.
 * `retired` says since when each was replaced; what holds from now on is returned.
 */
export async function keepRetiredAssets({
  before,
  after,
  retired,
  now,
}: {
  before: string;
  after: string;
  retired: Retired;
  now: number;
}): Promise<Retired> {
  const present = new Set(await namesIn(join(after, 'assets')));
  const kept: Record<string, number> = {};
  for (const name of await namesIn(join(before, 'assets'))) {
    const since = retired[name] ?? now;
    if (present.has(name) || now - since > KEPT_MS) continue;
    await copyFile(join(before, 'assets', name), join(after, 'assets', name));
    kept[name] = since;
  }
  return kept;
}
