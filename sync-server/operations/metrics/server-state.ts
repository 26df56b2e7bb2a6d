/** What is read for `/metrics` when somebody asks, and whether the server may take members. */
import type { Sql } from 'postgres';
import type { Realm } from '../../../schemas/base/realm.ts';
import { MAIL_QUEUE } from '../../accounts/mail/mail-queue.ts';
import { UPKEEP_QUEUE } from '../../core/upkeep.ts';
import type { DiskSpace, FreeSpace } from '../../db/embedded/disk-space.ts';
import type { ConnectionClasses } from '../../db/pool/connection-classes.ts';
import type { PoolLoad } from '../../db/pool/connection-pool.ts';
import { inTime } from '../../db/pool/in-time.ts';
import type { Database } from '../../db/pool/transaction.ts';
import { AGAIN_QUEUE, EVENT_QUEUE, QUIET_QUEUE } from '../../features/push/calls/lines.ts';
import type { ServiceName } from '../../features/push/check-endpoint.ts';
import type { PushServices } from '../../features/push/deliver.ts';
import type { SyncEngine } from '../../sync/create-engine.ts';
import type { BackupStatus, ScheduledBackups } from '../backup/scheduled-backups.ts';

/** A database that takes longer than this for a short statement does not answer. */
export const ANSWER_MS = 2_000;

/** What the database says about itself. Ages are in seconds, and 0 where nothing waits. */
export interface DatabaseState {
  readonly mails: number;
  readonly oldestMail: number;
  /** lines of calls: of events, of devices that failed, and of members in quiet hours */
  readonly calls: number;
  readonly callsAgain: number;
  readonly callsQuiet: number;
  /** of those that no process has in hand */
  readonly callsOverdue: number;
  readonly upkeep: number;
  readonly upkeepOverdue: number;
  readonly notifications: number;
  readonly oldestNotification: number;
  readonly members: number;
  /** whether nothing is sent to members (`core/sending.ts`) */
  readonly resting: boolean;
  /** in bytes, of all members, and of the one who stores most */
  readonly photoBytes: number;
  readonly mostPhotoBytes: number;
}

export interface ServerState {
  readonly ready: boolean;
  readonly streams: ReturnType<SyncEngine['streamState']>;
  readonly pools: readonly (readonly [name: string, load: PoolLoad])[];
  /** null where the database does not answer */
  readonly database: DatabaseState | null;
  /** who runs the push services that rest, once for each of them */
  readonly restingServices: readonly ServiceName[];
  readonly backup: BackupStatus;
  /** null where the data are not on a disk of this machine */
  readonly disk: FreeSpace | null;
  readonly diskIsFull: boolean;
}

/** One statement. Each part reads an index, a table that is short unless something is wrong, or the list of images without their bytes. */
const askDatabase = async (sql: Sql): Promise<DatabaseState | null> => {
  const [row] = await sql<DatabaseState[]>`
    select mail.waiting as "mails", mail.oldest as "oldestMail",
      calls.waiting as "calls", calls.again as "callsAgain", calls.quiet as "callsQuiet", calls.overdue as "callsOverdue", upkeep.waiting as "upkeep", upkeep.overdue as "upkeepOverdue",
      pending.waiting as "notifications", pending.oldest as "oldestNotification", (select count(*) from profiles) as "members",
      (select resting_because is not null from epoch) as "resting",
      photos.bytes as "photoBytes", photos.most as "mostPhotoBytes"
    from
      (select count(*) as waiting, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
        from jobs where queue = ${MAIL_QUEUE}) mail,
      (select count(*) filter (where queue = ${EVENT_QUEUE}) as waiting, count(*) filter (where queue = ${AGAIN_QUEUE}) as again,
          count(*) filter (where queue = ${QUIET_QUEUE}) as quiet,
          greatest(coalesce(extract(epoch from now() - min(due_at)), 0), 0)::float8 as overdue
        from jobs where queue in (${EVENT_QUEUE}, ${AGAIN_QUEUE}, ${QUIET_QUEUE})) calls,
      (select count(*) as waiting, greatest(coalesce(extract(epoch from now() - min(due_at)), 0), 0)::float8 as overdue
        from jobs where queue = ${UPKEEP_QUEUE}) upkeep,
      (select count(*) as waiting, coalesce(extract(epoch from now() - min(at)), 0)::float8 as oldest from unnotified) pending,
      (select coalesce(sum(bytes), 0)::float8 as bytes, coalesce(max(bytes), 0)::float8 as most
        from (select sum(v.size) as bytes from images i join image_variants v on v.image_id = i.id group by i.owner_id) of_each) photos`;
  return row ?? null;
};

export interface StateSources {
  readonly sql: Sql;
  readonly database: Database;
  readonly connectionClasses: ConnectionClasses;
  readonly engine: Pick<SyncEngine, 'streamState'>;
  readonly push: Pick<PushServices, 'resting'>;
  readonly backups: Pick<ScheduledBackups, 'status'>;
  readonly disk: DiskSpace;
  readonly realm?: Realm;
}

/** Reads all of it. Callers at the same time share one read, so that they do not pile up on a database that hangs. */
export function createStateReader({
  sql,
  database,
  connectionClasses,
  engine,
  push,
  backups,
  disk,
  realm = globalThis,
}: StateSources): () => Promise<ServerState> {
  let reading: Promise<ServerState> | undefined;
  const named = [['general', database] as const, ...Object.entries(connectionClasses)];
  // A pool that serves several classes counts once, by its first name.
  const pools = [...new Map(named.toReversed().map(([name, pool]) => [pool, name]))].toReversed();

  async function read(): Promise<ServerState> {
    const asking = inTime(askDatabase(sql), ANSWER_MS, { realm }).catch(() => null);
    const [answer, backup] = await Promise.all([asking, backups.status()]);
    const diskIsFull = disk.isFull();
    return {
      ready: answer !== null && !diskIsFull,
      streams: engine.streamState(),
      pools: pools.map(([pool, name]) => [name, (pool as Database).load()]),
      database: answer,
      restingServices: push.resting(),
      backup,
      disk: disk.space(),
      diskIsFull,
    };
  }
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
