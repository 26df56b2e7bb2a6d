/**
 * Cleans up what an earlier server may have left in a data directory: a Postgres that still runs, backends of one that was killed, or a
 * stale pid file. The caller holds the lock of the directory, so no running server uses any of these.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { pause } from '../../../schemas/base/pause.ts';
import { EmbeddedPostgresError } from './postgres-binaries.ts';

/** First an orderly shutdown, then without finishing running statements, then at once. None of them loses committed data. */
const shutdownSteps = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 6_000],
  ['SIGKILL', 4_000],
] as const;

/**
 * The mark of a start. Each start has its own socket directory. Its name is in the arguments of Postgres and, as the cluster name, in the
 * process titles of its backends. The working directory of a process would identify it too, but root in a container may not read that of
 * other users.
 */
export const markOf = (socketDir: string): string => basename(socketDir);

/**
 * Ends a Postgres that outlived its server and its watchdog, and removes a stale pid file. With a stale pid file Postgres would refuse to
 * start if another process has that number by now, which is likely in a container.
 *
 * @throws EmbeddedPostgresError if it cannot be ended
 */
export async function endOrphan(cluster: string): Promise<void> {
  const note = join(cluster, 'postmaster.pid');
  const text = await readFile(note, 'utf8').catch(() => '');
  if (text === '') return;
  const [pidLine = '', , , , socketDir = ''] = text.split('\n');
  const pid = Number(pidLine);
  const mark = /^kith-[A-Za-z0-9]{6}$/.test(basename(socketDir)) ? markOf(socketDir) : '';
  const runs = async () => isPostgres(await commandOf(pid), mark);
  for (const [signal, within] of shutdownSteps) {
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
 * Ends the backends of a Postgres that was killed. They notice the end by themselves only when they wait for something. Until the last
 * one has ended no new Postgres starts, because it could not share their memory.
 */
export async function endBackends(mark: string): Promise<void> {
  for (const [signal, within] of shutdownSteps.slice(1)) {
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
    // The process has already ended.
  }
}

/**
 * Whether this is Postgres or one of its backends. The watchdog does not count, nor does a client, whose command may contain the
 * directory too.
 */
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
