/**
 * Whether there is disk space left for what members write. Where the data lie on a disk of this machine it is looked at all the time, and
 * writing ends while enough is left for Postgres itself: without space for its log of writes it stops altogether, and with it reading.
 * Of a Postgres elsewhere only its own errors tell. Either way it comes back by itself.
 */
import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import { isDiskFull } from './database-errors.ts';

const MB = 1_000_000;
/** Left for the log of writes (16 MiB apiece, and Postgres makes some ahead), for sessions that are renewed, and for what members delete. */
const MOST_RESERVED = 256 * MB;
/** Of a small disk a tenth, and never less than a few pieces of that log. */
const LEAST_RESERVED = 64 * MB;
/** So much more must be there again before writing goes on, so that it does not go to and fro. */
const ENOUGH = 1.25;
const LOOK_MS = 1_000;
/** After Postgres has said that its disk is full, this long nobody else asks it to write. */
const FAILED_MS = 10_000;

export interface DiskSpace {
  /** Whether nothing can be written now. */
  isFull(): boolean;
  /** Told of errors of the database. */
  failed(error: unknown): void;
  close(): void;
}

/** What is free below this directory, and how much is kept free. */
export async function readDiskSpace(directory: string): Promise<{ readonly free: number; readonly reserved: number }> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { free: bavail * bsize, reserved: Math.max(LEAST_RESERVED, Math.min(MOST_RESERVED, (blocks * bsize) / 10)) };
}

/** Whether less is left below this directory than is kept free. One that cannot be looked at is not taken for full. */
export async function lacksDiskSpace(directory: string): Promise<boolean> {
  const space = await readDiskSpace(directory).catch(() => null);
  return space !== null && space.free < space.reserved;
}

/** Goes by the errors of a Postgres that may be anywhere. */
export function diskSpaceByErrors(now: () => number = () => performance.now()): DiskSpace {
  let failedAt = Number.NEGATIVE_INFINITY;
  return {
    isFull: () => now() - failedAt < FAILED_MS,
    failed(error) {
      if (isDiskFull(error)) failedAt = now();
    },
    close: () => undefined,
  };
}

/** Watches the disk on which this directory lies, besides. @param name what the log calls it */
export async function watchDiskSpace(directory: string, log: Logger, name = directory): Promise<DiskSpace> {
  const byErrors = diskSpaceByErrors();
  let full = false;

  async function look(): Promise<void> {
    const space = await readDiskSpace(directory).catch(() => null);
    if (space === null) return;
    const before = full;
    full = space.free < space.reserved * (full ? ENOUGH : 1);
    if (full === before) return;
    const free = Math.floor(space.free / MB);
    if (full) log.error({ freeMb: free, directory: name }, 'the disk is full: nothing can be written until there is space again');
    else log.info({ freeMb: free, directory: name }, 'there is disk space again: writing goes on');
  }

  await look();
  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();
  return {
    isFull: () => full || byErrors.isFull(),
    failed: byErrors.failed,
    close: () => clearInterval(timer),
  };
}
