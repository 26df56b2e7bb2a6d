/**
 * One server for one data directory. The lock names the process that holds it and when that process began, so that a lock which
 * was left behind by a crash is told from one that is held, also when the process number is in use again.
 */
import { execFile } from 'node:child_process';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './postgres-binaries.ts';

/** When a process began, in the kernel's own count; empty where it cannot be told, null where there is no such process. */
async function startOf(pid: number): Promise<string | null> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return null;
  }
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'lstart=']).catch(() => ({ stdout: '' }));
    return stdout.trim().replaceAll(/\s+/g, '-');
  }
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses may hold spaces; the start is the 20th field behind it.
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/**
 * Takes the lock, or says who has it.
 *
 * @returns how to let go of it
 * @throws EmbeddedPostgresError where a running process holds it
 */
export async function lockData(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'kith.lock');
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      const file = await open(path, 'wx');
      await file.writeFile(`${process.pid} ${(await startOf(process.pid)) ?? ''}\n`);
      return async () => {
        // Who has given up root may not take a file away from a directory of root's; one that is empty holds nothing.
        await file.truncate(0).catch(() => undefined);
        await file.close().catch(() => undefined);
        await rm(path, { force: true }).catch(() => undefined);
      };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST')
        throw new EmbeddedPostgresError(
          `Kith cannot write to ${dataDir}: ${message}. Start it as the user that this directory belongs to.`,
        );
    }
    const [pid = '', start = ''] = (await readFile(path, 'utf8').catch(() => '')).trim().split(' ');
    const running = pid === '' ? null : await startOf(Number(pid));
    if (running !== null && (start === '' || running === '' || running === start)) {
      throw new EmbeddedPostgresError(
        `Another Kith (process ${pid}) is using ${dataDir}. Stop it first, or give this one a directory of its own with DATA_DIR.`,
      );
    }
    // An empty file is one that is being written this very moment, or one that a crash left: the second look decides.
    if (pid === '' && attempt === 0) await new Promise((resolve) => setTimeout(resolve, 100));
    else await rm(path, { force: true });
  }
  throw new EmbeddedPostgresError(`${path} cannot be taken: another process keeps writing it.`);
}
