/** Only one server at a time uses a data directory. */
import { join } from 'node:path';
import { takeLock } from '../../base/process-lock.ts';
import { EmbeddedPostgresError } from './postgres-binaries.ts';

/**
 * Takes the lock.
 *
 * @returns a function that releases it
 * @throws EmbeddedPostgresError if a running process holds it; the message names that process
 */
export async function lockData(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'kith.lock');
  const lock = await takeLock(path).catch(({ message }: Error) => {
    throw new EmbeddedPostgresError(`Kith cannot write to ${dataDir}: ${message}. Start it as the user that this directory belongs to.`);
  });
  if (lock === null) throw new EmbeddedPostgresError(`${path} cannot be taken: another process keeps writing it.`);
  if ('release' in lock) return lock.release;
  throw new EmbeddedPostgresError(
    `Another Kith (process ${lock.holder}) is using ${dataDir}. Stop it first, or give this one a directory of its own with DATA_DIR.`,
  );
}
