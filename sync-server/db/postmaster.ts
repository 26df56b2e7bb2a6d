/**
 * What an earlier server may have left behind in a data directory: a Postgres that still runs, children of one that was killed,
 * a note of one that is long gone. Whoever calls this holds the lock of the directory, so none of it is anybody's.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './postgres-binaries.ts';

/** In order first, then without finishing what runs, then at once: each loses nothing that was committed. */
const patience = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 6_000],
  ['SIGKILL', 4_000],
] as const;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Each start has a socket directory of its own; its name is in the arguments of Postgres and, as the name of the cluster, in the
 * titles of its children. Where a process works would tell, too, but root in a container may not ask that of others.
 */
export const markOf = (socketDir: string): string => basename(socketDir);

/**
 * Ends a Postgres that outlived a server and its watchdog, both killed, and removes the note of one that is gone: Postgres would
 * refuse to start where another process has its number by now, which in a container is likely.
 *
 * @throws EmbeddedPostgresError where it cannot be ended
 */
export async function endOrphan(cluster: string): Promise<void> {
  const note = join(cluster, 'postmaster.pid');
  const text = await readFile(note, 'utf8').catch(() => '');
  if (text === '') return;
  const [pidLine = '', , , , socketDir = ''] = text.split('\n');
  const pid = Number(pidLine);
  const mark = /^kith-[A-Za-z0-9]{6}$/.test(basename(socketDir)) ? markOf(socketDir) : '';
  const runs = async () => isPostgres(await commandOf(pid), mark);
  for (const [signal, within] of patience) {
    if (!(await runs())) break;
    signalTo(pid, signal);
    for (const deadline = Date.now() + within; Date.now() < deadline && (await runs()); ) await pause(25);
  }
  if (await runs())
    throw new EmbeddedPostgresError(`A Postgres (process ${pid}) is still running on ${cluster} and does not end. Stop it first.`);
  if (mark !== '') {
    await endBackends(mark);
    await rm(socketDir, { recursive: true, force: true });
  }
  await rm(note, { force: true });
}

/**
 * Ends children of a Postgres that was killed. They notice by themselves only when they wait for something, and until the last
 * has gone no new Postgres starts, because it would not share their memory.
 */
export async function endBackends(mark: string): Promise<void> {
  for (const [signal, within] of patience.slice(1)) {
    let left = await processesOf(mark);
    for (const pid of left) signalTo(pid, signal);
    for (const deadline = Date.now() + within; left.length > 0 && Date.now() < deadline; ) {
      await pause(25);
      left = await processesOf(mark);
    }
    if (left.length === 0) return;
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It was quicker.
  }
}

/** Postgres itself, or one of its children: not the watchdog, and not a client, which may name the directory as well. */
const isPostgres = (command: string, mark: string): boolean => /^postgres: |\/postgres -D /.test(command) && command.includes(mark);

async function commandOf(pid: number): Promise<string> {
  if (!Number.isInteger(pid) || pid <= 1) return '';
  if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
  return (await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }))).stdout;
}

async function processesOf(mark: string): Promise<number[]> {
  if (process.platform === 'linux') {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    const commands = await Promise.all(pids.map(commandOf));
    return pids.filter((_, index) => isPostgres(commands[index] ?? '', mark));
  }
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,command=']);
  const lines = stdout.split('\n').map((line) => /^\s*(\d+) (.*)$/.exec(line));
  return lines.flatMap((line) => (line && isPostgres(line[2] ?? '', mark) ? [Number(line[1])] : []));
}
