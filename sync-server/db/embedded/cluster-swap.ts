/**
 * Puts a new data directory of Postgres in the place of the one in use. That takes two renames, so a note says where the old one went: a
 * kill between them is undone by the next one that uses DATA_DIR. The caller holds its lock.
 */
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NOTE = 'moving-aside';

/** @returns the directory to which an earlier database was moved; null if there was none */
export async function replaceCluster(dataDir: string, fresh: string): Promise<string | null> {
  const cluster = join(dataDir, 'postgres');
  const note = join(dataDir, NOTE);
  const aside = `postgres-before-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z`;
  const before = existsSync(cluster) ? join(dataDir, aside) : null;
  if (before !== null) {
    await writeFile(note, aside, { mode: 0o600 });
    await rename(cluster, before);
  }
  await rename(fresh, cluster).catch(async (error: unknown) => {
    await undoInterruptedSwap(dataDir);
    throw error;
  });
  await rm(note, { force: true });
  return before;
}

/** Moves the old directory back if a kill left DATA_DIR without one. */
export async function undoInterruptedSwap(dataDir: string): Promise<void> {
  const note = join(dataDir, NOTE);
  const aside = await readFile(note, 'utf8').catch(() => null);
  if (aside === null) return;
  const cluster = join(dataDir, 'postgres');
  const before = join(dataDir, aside);
  if (aside.startsWith('postgres-before-') && !existsSync(cluster) && existsSync(before)) await rename(before, cluster);
  await rm(note, { force: true });
}
