/** When a browser has flushed the IndexedDB of its profile to the disk, as the system saw it. */
import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { findStrace } from '../../scripts/test-programs.ts';
import { endProcess } from './end-process.ts';
import { until } from './until.ts';

/** The strace program; null where it is not installed. The test that needs it is then skipped, and the run says so. */
export const straceProgram: string | null = findStrace();

/** The processes of the browser with this profile. */
async function processesOf(profile: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`--user-data-dir=${profile}`)) found.push(Number(name));
  }
  return found;
}

/** Follows the browser with this profile. `times`: when it began to flush a file of IndexedDB, in milliseconds since 1970. */
export async function followFlushes(profile: string) {
  const processes = await processesOf(profile);
  const attached = processes.flatMap((id) => ['-p', String(id)]);
  const child = spawn(straceProgram ?? 'strace', ['-f', '-y', '-ttt', '-e', 'trace=fsync,fdatasync', ...attached], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const times: number[] = [];
  let said = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    said += `${line}\n`;
    const [, seconds] = /(\d+\.\d+) (?:fsync|fdatasync)\([^)]*\/IndexedDB\//.exec(line) ?? [];
    if (seconds) times.push(Number(seconds) * 1000);
  });
  // It says so for each process, and ends at once where the system does not allow it.
  await until(() => child.exitCode !== null || processes.every((id) => said.includes(`Process ${id} attached`)));
  if (child.exitCode !== null) throw new Error(`strace could not follow the browser: ${said}`);
  return {
    times: times as readonly number[],
    close: () => endProcess(child, 'SIGINT'),
  };
}
