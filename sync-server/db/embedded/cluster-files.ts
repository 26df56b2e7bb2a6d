/** Recognises the files of the embedded Postgres: a directory that was copied back has other files, though with the same contents. */
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** File systems of this machine that keep the number of a file for as long as it exists: ext, XFS, Btrfs, ZFS, F2FS, tmpfs and APFS. */
const lastingNumbers: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0x01021994, 0x1a]);

/**
 * The number of a file that Postgres creates with the cluster and never replaces. Null where numbers may change by themselves, as on
 * network file systems: a directory that seems to be another one would make every device fetch everything again.
 */
export async function clusterFiles(directory: string): Promise<string | null> {
  const { type } = await statfs(directory);
  if (!lastingNumbers.has(type)) return null;
  return String((await stat(join(directory, 'PG_VERSION'), { bigint: true })).ino);
}
