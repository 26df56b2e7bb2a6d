/** A disk of a few hundred megabytes that a test may fill to the last byte: a mounted tmpfs, which only root on Linux can mount. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly path: string;
  freeBytes(): number;
  /** Fills the disk until at most this many bytes are free. */
  fillUpTo(bytes: number): void;
  /** Deletes the filler. */
  empty(): void;
  unmount(): void;
}

const PIECE = Buffer.alloc(1_000_000);

export function mountSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'kith-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' });
  const filler = join(path, 'filler');
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    freeBytes,
    fillUpTo(bytes) {
      for (let bytesLeft = freeBytes() - bytes; bytesLeft > 0; bytesLeft = freeBytes() - bytes) {
        try {
          writeFileSync(filler, PIECE.subarray(0, Math.min(bytesLeft, PIECE.length)), { flag: 'a' });
        } catch {
          // Another process wrote at the same time, and the disk is full.
          return;
        }
      }
    },
    empty: () => rmSync(filler, { force: true }),
    unmount() {
      execFileSync('umount', ['-l', path]);
      rmdirSync(path);
    },
  };
}

/** Whether this machine can mount such a disk. Tests that need it are skipped otherwise. */
export const canMountSmallDisk = ((): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    mountSmallDisk(1).unmount();
    return true;
  } catch {
    return false;
  }
})();
