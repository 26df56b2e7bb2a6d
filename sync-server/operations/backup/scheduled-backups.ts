/**
 * A backup every day, in BACKUP_DIR. What is due follows from the files there alone: a restart neither misses a backup nor writes one
 * twice. Of several servers on one directory, one writes at a time and the others then find it done.
 *
 * A failed backup is tried again every hour. The operator learns of it at the first failure, and again when there has been no backup for
 * two days: in the log, by mail, and from `/api/health`.
 */
import { chown, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { describeError } from '../../base/log.ts';
import type { RunAs } from '../../db/embedded/postgres-binaries.ts';
import type { DatabaseTarget } from '../../db/pool/connect.ts';
import { oneProcessAtATime } from '../../db/pool/one-process-at-a-time.ts';
import type { Database } from '../../db/pool/transaction.ts';
import { BackupError } from './backup-format.ts';
import { backupFileName, backupTime, unneededBackups } from './kept-backups.ts';
import { nameWhenComplete, openPartialFile } from './partial-file.ts';
import { writeBackup } from './write-backup.ts';

/** `off`: no BACKUP_DIR; `old`: none for two days; `failed`: the last attempt failed. */
export type BackupState = 'off' | 'good' | 'old' | 'failed';

const HOUR = 3_600_000;
const CHECK_MS = 60_000;
const OLD_MS = 48 * HOUR;
const RETRY_MS = HOUR;
/** How long an answer about the state is repeated without reading the directory. */
const STATE_MS = 10_000;
/** An advisory lock key that nothing else uses in this database. */
const BACKUP_LOCK = 7_205_484;
/** Says why the last attempt failed, for this process and for commands. A backup that succeeds deletes it. */
const FAILURE = 'last-failure.json';

const failureSchema = z.object({ at: z.number(), message: z.string(), mailed: z.boolean() });
type Failure = z.output<typeof failureSchema>;

/** What BACKUP_DIR says about its backups. */
export interface BackupDirectory {
  readonly state: Exclude<BackupState, 'off'>;
  readonly names: readonly string[];
  /** when the newest backup was begun; null if there is none */
  readonly newest: Date | null;
  readonly failure: Failure | null;
}

/** The last time at or before `now` when a backup was due: once a day at this minute of the day, in the server's own time. */
export function lastDue(now: Date, minuteOfDay: number): Date {
  const due = new Date(now);
  due.setHours(Math.floor(minuteOfDay / 60), minuteOfDay % 60, 0, 0);
  if (due > now) due.setDate(due.getDate() - 1);
  return due;
}

/** Reads what is there. A directory that cannot be read counts as a failed backup. */
export async function readBackupDirectory(directory: string, now: Date): Promise<BackupDirectory> {
  const entries = await readdir(directory).catch((error: Error) => error);
  if (entries instanceof Error) {
    return { state: 'failed', names: [], newest: null, failure: { at: 0, message: entries.message, mailed: false } };
  }
  const times = entries.flatMap((name) => backupTime(name) ?? []).toSorted((a, b) => a.getTime() - b.getTime());
  const newest = times.at(-1) ?? null;
  const failure = await readFile(join(directory, FAILURE), 'utf8').then(
    (text) => failureSchema.parse(JSON.parse(text)),
    () => null,
  );
  const state = failure ? 'failed' : newest === null || now.getTime() - newest.getTime() > OLD_MS ? 'old' : 'good';
  return { state, names: entries, newest, failure };
}

/** Creates BACKUP_DIR, for the user that the server will become. */
export async function makeBackupDirectory(directory: string, user: RunAs | null): Promise<void> {
  const made = await mkdir(directory, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new BackupError(`BACKUP_DIR ${directory} cannot be made: ${error.message}.`);
  });
  if (made !== undefined && user) await chown(directory, user.uid, user.gid);
}

export interface BackupStatus {
  readonly state: BackupState;
  /** when the newest backup was begun; null if there is none */
  readonly newest: Date | null;
}

export interface ScheduledBackups {
  /** Checks every minute whether a backup is due. Call it as the user who writes the files. */
  start(): void;
  status(): Promise<BackupStatus>;
  /** Writes a backup if one is due. */
  writeIfDue(): Promise<void>;
  /** Waits for a backup that is being written. */
  close(): Promise<void>;
}

export const noBackups: ScheduledBackups = {
  start: () => undefined,
  status: async () => ({ state: 'off', newest: null }),
  writeIfDue: async () => undefined,
  close: async () => undefined,
};

export function scheduleBackups(options: {
  readonly directory: string;
  /** the minute of the day at which a backup is due */
  readonly minuteOfDay: number;
  readonly passphrase: string | null;
  readonly target: DatabaseTarget;
  readonly database: Database;
  readonly log: Logger;
  /** Mails the operator why there is no backup. */
  readonly mailFailure: (message: string) => Promise<void>;
  readonly now?: () => Date;
}): ScheduledBackups {
  const { directory, minuteOfDay, passphrase, target, database, log, mailFailure, now = () => new Date() } = options;
  let running: Promise<void> | null = null;
  /** what this process knows, also when nothing can be written to the directory */
  let lastFailure: Failure | null = null;
  let answered: { readonly at: number; readonly status: BackupStatus } | null = null;

  /** The directory, with the failure that this process knows of if that is newer. */
  async function readState(): Promise<BackupDirectory> {
    const found = await readBackupDirectory(directory, now());
    if (!lastFailure || (found.newest && found.newest.getTime() > lastFailure.at)) return found;
    return { ...found, state: 'failed', failure: lastFailure };
  }

  const isDue = ({ newest, failure }: BackupDirectory): boolean => {
    if (failure && now().getTime() - failure.at < RETRY_MS) return false;
    return newest === null || newest < lastDue(now(), minuteOfDay);
  };

  /** Leaves a note of it in the directory. */
  async function noteFailure(failure: Failure): Promise<void> {
    const note = await openPartialFile(join(directory, FAILURE));
    try {
      await note.handle.writeFile(JSON.stringify(failure));
      await note.handle.close();
      await note.complete();
    } catch (error) {
      await note.abandon();
      throw error;
    }
  }

  async function failed(before: BackupDirectory, error: unknown): Promise<void> {
    const message = error instanceof BackupError ? error.message : `The database could not be read: ${String((error as Error).message)}`;
    log.error({ error: describeError(error) }, 'could not write a backup; trying again in an hour');
    const isOld = before.newest === null || now().getTime() - before.newest.getTime() > OLD_MS;
    const mail = before.failure === null || (isOld && !before.failure.mailed);
    if (mail)
      await mailFailure(message).catch((problem: unknown) =>
        log.error({ error: describeError(problem) }, 'could not send the mail about the failed backup'),
      );
    lastFailure = { at: now().getTime(), message, mailed: isOld && (mail || before.failure?.mailed === true) };
    await noteFailure(lastFailure).catch(() => undefined);
  }

  async function write(): Promise<void> {
    // Another process may have written it while this one waited for the lock.
    const before = await readState();
    if (!isDue(before)) return;
    try {
      const { bytes } = await writeBackup(target, join(directory, backupFileName(now())), passphrase);
      log.info({ bytes }, 'wrote a backup');
      lastFailure = null;
      await rm(join(directory, FAILURE), { force: true });
      for (const name of unneededBackups(await readdir(directory))) await rm(join(directory, name), { force: true });
      // Left by a process that was killed. This one holds the lock, so nobody is writing them.
      for (const name of before.names)
        if (/^kith-.*\.backup$/.test(nameWhenComplete(name) ?? '')) await rm(join(directory, name), { force: true });
    } catch (error) {
      await failed(before, error);
    }
  }

  const writeIfDue = (): Promise<void> => {
    running ??= (async () => {
      if (isDue(await readState())) await oneProcessAtATime(database, BACKUP_LOCK, write);
    })()
      .catch((error: unknown) => log.warn({ error: describeError(error) }, 'could not start a backup; trying again in a minute'))
      .finally(() => {
        running = null;
        answered = null;
      });
    return running;
  };

  async function status(): Promise<BackupStatus> {
    const at = now().getTime();
    if (answered === null || Math.abs(at - answered.at) > STATE_MS) {
      const { state, newest } = await readState();
      answered = { at, status: { state, newest } };
    }
    return answered.status;
  }

  let timer: NodeJS.Timeout | undefined;
  return {
    start() {
      void writeIfDue();
      timer = setInterval(() => void writeIfDue(), CHECK_MS);
      timer.unref();
    },
    status,
    writeIfDue,
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
