/**
 * A lock file names the process that has the lock, and when that process began. So a lock that a crash left behind can be distinguished
 * from one that is held, even when the process number is in use again.
 */
import { execFile } from 'node:child_process';
import { open, readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { pause } from '../../schemas/base/pause.ts';

/** How to release the lock, or the number of the process that has it; null when others keep writing the file. */
export type Lock = { readonly release: () => Promise<void> } | { readonly holder: number } | null;

/** When a process began, in the kernel's own count. Empty when that is unknown, null when there is no such process. */
async function startTimeOf(pid: number): Promise<string | null> {
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
  // The name in parentheses may contain spaces. The start is the 20th field after it.
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** @throws Error where the file cannot be written at all */
export async function takeLock(path: string): Promise<Lock> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      const file = await open(path, 'wx');
      await file.writeFile(`${process.pid} ${(await startTimeOf(process.pid)) ?? ''}\n`);
      const release = async () => {
        // A process that has given up root may not delete a file from a directory of root's. An empty file holds no lock.
        await file.truncate(0).catch(() => undefined);
        await file.close().catch(() => undefined);
        await rm(path, { force: true }).catch(() => undefined);
      };
      return { release };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const [pid = '', start = ''] = (await readFile(path, 'utf8').catch(() => '')).trim().split(' ');
    const running = pid === '' ? null : await startTimeOf(Number(pid));
    if (running !== null && (start === '' || running === '' || running === start)) return { holder: Number(pid) };
    // An empty file is being written at this moment, or a crash left it. The second reading decides.
    if (pid === '' && attempt === 0) await pause(100);
    else await rm(path, { force: true });
  }
  return null;
}
