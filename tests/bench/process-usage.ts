/**
 * What processes use, as the kernel counts it in /proc, so the bench needs Linux. It is read from outside, so the measured process runs as
 * usual.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Sql } from 'postgres';

/** The kernel reports ticks of 10 ms to programs, on every architecture that we run on. */
const TICKS_A_SECOND = 100;

interface Stat {
  readonly parent: number;
  /** seconds, of this process with all its threads */
  readonly own: number;
  /** seconds, of its children that have ended */
  readonly ended: number;
}

function stat(pid: number): Stat | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name is in parentheses and may contain anything; the numbers follow the last parenthesis.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / TICKS_A_SECOND;
  return { parent: fields[1] ?? 0, own: ticks(11), ended: ticks(13) };
}

/** Seconds of processor time that this process has used. @throws Error where it has ended */
export function cpuSeconds(pid: number): number {
  const found = stat(pid);
  if (!found) throw new Error(`process ${pid} has ended`);
  return found.own;
}

/** The main process of the Postgres behind this pool. */
export async function postmasterOf(sql: Sql): Promise<number> {
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const found = backend && stat(backend.pid);
  if (!found) throw new Error('Postgres does not run on this machine');
  return found.parent;
}

/** A Postgres with all its processes. */
export const postgresProcesses = (postmaster: number): number[] => [
  postmaster,
  ...readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && stat(Number(name))?.parent === postmaster)
    .map(Number),
];

/** Seconds of processor time that a Postgres has used in all its processes, including those that have ended. */
export function postgresCpuSeconds(postmaster: number): number {
  const first = stat(postmaster);
  if (!first) throw new Error('Postgres has ended');
  let total = first.own + first.ended;
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? stat(Number(name)) : null;
    if (found?.parent === postmaster) total += found.own + found.ended;
  }
  return total;
}

/** A process, all that it has started, and what these have started. */
export function withStarted(pid: number): readonly number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(processes.map((name) => [Number(name), stat(Number(name))?.parent]));
  const found = [pid];
  for (const one of found) for (const [child, parent] of parents) if (parent === one) found.push(child);
  return found;
}

function memoryOf(pid: number, ...names: readonly string[]): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN);
  return names.reduce((total, name) => total + kilobytes(name), 0) * 1024;
}

/** Bytes of private memory of this process; shared memory does not count. */
export const privateBytes = (pid: number): number => memoryOf(pid, 'Private_Dirty', 'Private_Clean');

/** Bytes of memory of this process, with its share of what several processes use. The shares of all of them add up. */
export const proportionalBytes = (pid: number): number => memoryOf(pid, 'Pss');

/** Bytes of memory that this process has alone or shares since it was forked, without what Postgres keeps for all its processes. */
export const ownBytes = (pid: number): number => memoryOf(pid, 'Pss_Anon');

/** Begins anew to keep the most memory that this process has had. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** The most bytes of memory that this process has had since then, with the files that it has read into it. */
export function peakBytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(text)?.[1] ?? Number.NaN) * 1024;
}
