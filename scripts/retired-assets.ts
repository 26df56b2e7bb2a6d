/**
 * Keeps the files of earlier releases for a week after they were replaced: a page that was open during an update can still load the rest of
 * its own code.
 */
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** since when each file is replaced, by its name */
export type Retired = Readonly<Record<string, number>>;

const namesIn = (directory: string): Promise<string[]> => readdir(directory).catch(() => []);

/**
 * Copies the files that `before/assets` has and `after/assets` lacks, unless they were replaced more than a week ago. `retired` says since
 * when each is replaced. Returns the same for the files that are kept now.
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
