/**
 * Whether there is disk space left for what members write. If the data is on a disk of this machine, the free space is checked every
 * second. Writes stop while there is still enough left for Postgres itself: without space for its write-ahead log Postgres stops
 * completely, reads included. For a Postgres elsewhere only its own errors show a full disk. In both cases writes go on by themselves
 * once there is space.
 */
import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Realm } from '../../../schemas/base/realm.ts';
import { isDiskFull } from '../../base/database-errors.ts';
import { describeError } from '../../base/log.ts';
import { repeatedly } from '../../base/repeatedly.ts';

const MB = 1_000_000;
/**
 * Reserved for the write-ahead log (segments of 16 MiB, and Postgres creates some ahead), for renewing sessions, and for members'
 * deletions.
 */
const MAX_RESERVED = 256 * MB;
/** On a small disk a tenth is reserved, but never less than a few of those segments. */
const MIN_RESERVED = 64 * MB;
/** Writes go on only when the free space is this much above the reserve, so that the state does not flap. */
const RESUME_FACTOR = 1.25;
const CHECK_MS = 1_000;
/** After Postgres reported a full disk, nothing is written to it for this long. */
const FAILED_MS = 10_000;

export interface FreeSpace {
  /** in bytes */
  readonly free: number;
  /** in bytes: with less than this, nothing is written */
  readonly reserved: number;
}

export interface DiskSpace {
  /** Whether writing is impossible now. */
  isFull(): boolean;
  /** Takes note of an error of the database. */
  failed(error: unknown): void;
  /** the disk as it was last checked; null where the data are elsewhere */
  space(): FreeSpace | null;
  close(): void;
}

/** The free bytes on the disk of this directory, and how many of them are reserved. */
export async function readDiskSpace(directory: string): Promise<FreeSpace> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { free: bavail * bsize, reserved: Math.max(MIN_RESERVED, Math.min(MAX_RESERVED, (blocks * bsize) / 10)) };
}

/** Whether less than the reserve is free. A directory that cannot be checked does not count as full. */
export async function lacksDiskSpace(directory: string): Promise<boolean> {
  const space = await readDiskSpace(directory).catch(() => null);
  return space !== null && space.free < space.reserved;
}

/** Detects a full disk by the errors of Postgres, wherever that runs. */
export function diskSpaceByErrors(realm: Realm = globalThis): DiskSpace {
  let failedAt = Number.NEGATIVE_INFINITY;
  return {
    isFull: () => realm.performance.now() - failedAt < FAILED_MS,
    failed(error) {
      if (isDiskFull(error)) failedAt = realm.performance.now();
    },
    space: () => null,
    close: () => undefined,
  };
}

/**
 * Watches the disk of this directory as well as the errors.
 *
 * @param name how the log names the directory
 */
export async function watchDiskSpace(directory: string, log: Logger, name = directory): Promise<DiskSpace> {
  const byErrors = diskSpaceByErrors();
  let full = false;
  let space: FreeSpace | null = null;

  async function check(): Promise<void> {
    space = await readDiskSpace(directory).catch(() => null);
    if (space === null) return;
    const before = full;
    full = space.free < space.reserved * (full ? RESUME_FACTOR : 1);
    if (full === before) return;
    const free = Math.floor(space.free / MB);
    if (full) log.error({ freeMb: free, directory: name }, 'the disk is full: refusing writes until there is space; free some');
    else log.info({ freeMb: free, directory: name }, 'there is disk space again; accepting writes');
  }

  await check();
  const checks = repeatedly(CHECK_MS, check, (error) =>
    log.warn({ error: describeError(error) }, 'could not check the disk space; trying again in 1 s'),
  );
  return {
    isFull: () => full || byErrors.isFull(),
    failed: byErrors.failed,
    space: () => space,
    close: () => void checks.stop(),
  };
}
