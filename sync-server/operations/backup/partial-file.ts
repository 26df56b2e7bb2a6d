/**
 * A file that gets its name only when it is complete. Until then it has a name of its own beside it. Another user may own the directory and
 * put links or files there in advance, so the name cannot be guessed and the file is always a new one: nothing is written through a link,
 * and nobody else can read it or owns it.
 */
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';

const ENDING = /\.[0-9a-f]{32}\.partial$/;

export interface PartialFile {
  /** where it is until it is complete */
  readonly path: string;
  readonly handle: FileHandle;
  /** Gives the file its name. The handle must be closed before. */
  complete(): Promise<void>;
  /** Deletes the file. */
  abandon(): Promise<void>;
}

/** Begins a file that will be at `path`. Only this user may read it. */
export async function openPartialFile(path: string): Promise<PartialFile> {
  const partial = `${path}.${randomBytes(16).toString('hex')}.partial`;
  const handle = await open(partial, 'wx', 0o600);
  return {
    path: partial,
    handle,
    complete: () => rename(partial, path),
    async abandon() {
      await handle.close().catch(() => undefined);
      await rm(partial, { force: true });
    },
  };
}

/** The name of the file that this one was to become; null for a file that is no partial one. */
export const nameWhenComplete = (name: string): string | null => (ENDING.test(name) ? name.replace(ENDING, '') : null);
