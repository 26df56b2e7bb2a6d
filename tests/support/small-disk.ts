/** A disk of a few hundred megabytes that a test may fill to the last byte: memory that is mounted, which only root on Linux can do. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly path: string;
  freeBytes(): number;
  /** Fills it, until no more than so many bytes are free. */
  fillUpTo(bytes: number): void;
  /** Takes away what it was filled with. */
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
      for (let left = freeBytes() - bytes; left > 0; left = freeBytes() - bytes) {
        try {
          writeFileSync(filler, PIECE.subarray(0, Math.min(left, PIECE.length)), { flag: 'a' });
        } catch {
          // Somebody else wrote meanwhile, and it is full.
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

/** Whether this machine lets us have one; what needs it is left out otherwise. */
export const canMountSmallDisk = ((): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    mountSmallDisk(1).unmount();
    return true;
  } catch {
    return false;
  }
})();
