/** Runs `backup-run.ts`, and watches how much memory it takes, with all processes below it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupActs } from './backup-run.ts';

const WATCH_MS = 100;

export interface BackupRun {
  readonly ms: number;
  /** processor time of the process of Kith */
  readonly cpuSeconds: number;
  /** the most memory that the process of Kith had */
  readonly mb: number;
  /** the most memory that the processes of Postgres had together, without the buffers that they share */
  readonly postgresMb: number;
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
}

/** The processes below this one. */
function below(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: Number(/^PPid:\s+(\d+)/m.exec(read(Number(name), 'status'))?.[1] ?? 0) }));
  const childrenOf = (pid: number): number[] =>
    parents.filter(({ parent }) => parent === pid).flatMap((child) => [child.pid, ...childrenOf(child.pid)]);
  return childrenOf(root);
}

const ownMb = (pid: number): number => Number(/^Pss_Anon:\s+(\d+) kB/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024;

/** @param postgres the main process of a Postgres that runs already and is used; otherwise the act starts its own */
export async function runBackup<Act extends keyof BackupActs>(act: Act, given: BackupActs[Act], postgres?: number): Promise<BackupRun> {
  const args = ['--import', 'tsx', join(import.meta.dirname, 'backup-run.ts'), act, JSON.stringify(given)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  let postgresMb = 0;
  const watch = setInterval(() => {
    const processes = below(postgres ?? child.pid ?? 0).filter((pid) => read(pid, 'comm').trim() === 'postgres');
    postgresMb = Math.max(
      postgresMb,
      processes.reduce((sum, pid) => sum + ownMb(pid), 0),
    );
  }, WATCH_MS);
  const [code] = await once(child, 'close');
  clearInterval(watch);
  if (code !== 0) throw new Error(`${act} ended with ${code}`);
  return { ...(JSON.parse(printed) as Omit<BackupRun, 'postgresMb'>), postgresMb };
}
