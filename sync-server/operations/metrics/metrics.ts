/**
 * What `/metrics` says, in a registry of this server. The names are a promise: boards and alerts of operators contain them
 * (docs/metrics.md).
 *
 * No label has anything of a member: no id, no address, no text. A route is the pattern as the router names it. So the number of series
 * has a bound, whatever clients send.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Realm } from '../../../schemas/base/realm.ts';
import { AGAIN_QUEUE, EVENT_QUEUE, QUIET_QUEUE } from '../../features/push/calls/lines.ts';
import { serviceNames } from '../../features/push/check-endpoint.ts';
import { pushOutcomes } from '../../features/push/push-delivery.ts';
import type { PushMeter } from '../../features/push/push-meter.ts';
import type { ObserveRequest } from '../../http/request-log.ts';
import type { StreamMeter } from '../../sync/streams/stream-meter.ts';
import type { BackupState } from '../backup/scheduled-backups.ts';
import type { ServerState } from './server-state.ts';

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LAG_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const backupStates: readonly BackupState[] = ['off', 'good', 'old', 'failed'];
/** A client may send any method that Node can read. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** What is not known now. A comparison with it is never true, so no alert follows from it. */
const UNKNOWN = Number.NaN;

export type Queue = 'mail' | 'upkeep';

let ofProcess: Registry | undefined;

/** The metrics of Node itself. A process has one set of them, however many servers run in it. */
function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

export interface Metrics {
  /** every metric, the default ones of Node as well */
  readonly registry: Registry;
  readonly observeRequest: ObserveRequest;
  readonly streamMeter: StreamMeter;
  readonly pushMeter: PushMeter;
  jobFailed(queue: Queue): void;
  /** Sets everything that is read when somebody asks. */
  show(state: ServerState): void;
}

export function createMetrics(realm: Realm = globalThis): Metrics {
  const own = new Registry();
  const registers = [own];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const gaugeBy = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge<Label>({ name, help, labelNames, registers });

  const requests = new Histogram({
    name: 'kith_http_request_duration_seconds',
    help: 'Seconds until a request was answered; for streams, until they were open',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const frames = new Counter({ name: 'kith_stream_frames_sent_total', help: 'Frames written to streams', registers });
  const bytes = new Counter({ name: 'kith_stream_bytes_sent_total', help: 'Bytes of frames and pull marks in streams', registers });
  const lag = new Histogram({
    name: 'kith_stream_lag_seconds',
    help: 'Seconds from a commit, or from hearing of one, until its delivery was written to the streams',
    buckets: LAG_SECONDS,
    registers,
  });
  const jobsFailed = new Counter({
    name: 'kith_jobs_failed_total',
    help: 'Mails given up, and upkeep tasks that failed',
    labelNames: ['queue'],
    registers,
  });
  for (const queue of ['mail', 'upkeep'] as const) jobsFailed.inc({ queue }, 0);

  const pushed = new Counter({
    name: 'kith_push_messages_total',
    help: 'Messages to devices that their push service accepted, refused or could not take yet, or whose device is gone',
    labelNames: ['service', 'outcome'],
    registers,
  });
  for (const service of serviceNames) for (const outcome of pushOutcomes) pushed.inc({ service, outcome }, 0);

  const ready = gauge('kith_ready', '1 if the server may take members, as /api/ready says');
  const streams = gaugeBy('kith_streams_open', 'Open streams of devices, and open channels of the API', 'kind');
  const streamWaiting = gauge('kith_stream_waiting_seconds', 'How long the oldest change has been waiting for its delivery');
  const databaseUp = gauge('kith_database_up', '1 if the database answers');
  const poolMax = gaugeBy('kith_database_connections_max', 'The most connections of a pool', 'pool');
  const poolOpen = gaugeBy('kith_database_connections_open', 'Open connections of a pool', 'pool');
  const poolIdle = gaugeBy('kith_database_connections_idle', 'Open connections of a pool that nothing uses', 'pool');
  const poolWaiting = gaugeBy('kith_database_waiting', 'Callers that wait for a connection of a pool', 'pool');
  const jobs = gaugeBy('kith_jobs_waiting', 'Jobs in a queue that are not done; the next round of upkeep always waits', 'queue');
  const oldestMail = gauge('kith_mail_oldest_seconds', 'Age of the oldest mail that was not delivered yet');
  const callsOverdue = gauge('kith_calls_overdue_seconds', 'How long the oldest call that nobody sends yet has been due');
  const resting = gaugeBy('kith_push_services_resting', 'Push services to which nothing is sent now, because they failed', 'service');
  const upkeepOverdue = gauge('kith_upkeep_overdue_seconds', 'How long the next round of upkeep has been due');
  const notifications = gauge('kith_notifications_pending', 'New rows whose notifications are still to be made');
  const oldestNotification = gauge('kith_notifications_oldest_seconds', 'Age of the oldest of those rows');
  const members = gauge('kith_members', 'Members');
  const photoBytes = gauge('kith_photo_bytes', 'Bytes of photos that are stored');
  const mostPhotoBytes = gauge('kith_photo_bytes_of_one_member', 'Bytes of photos of the member who stores most of them');
  const backupState = gaugeBy('kith_backup_state', '1 for the state of the backups: off, good, old or failed', 'state');
  const backupAge = gauge('kith_backup_age_seconds', 'Age of the newest backup');
  const diskFree = gauge('kith_disk_free_bytes', 'Free bytes on the disk of the data');
  const diskReserved = gauge('kith_disk_reserved_bytes', 'With fewer free bytes than this, nothing is written');
  const diskFull = gauge('kith_disk_full', '1 if nothing is written now because of the disk');
  const sendingRests = gauge('kith_sending_resting', '1 if no mails and no calls are sent, because the database was copied or moved');

  return {
    registry: Registry.merge([own, processMetrics()]),
    observeRequest({ method, route, status, seconds }) {
      requests.observe({ method: methods.has(method) ? method : 'other', route, status: `${Math.floor(status / 100)}xx` }, seconds);
    },
    streamMeter: {
      sent(count, size) {
        frames.inc(count);
        bytes.inc(size);
      },
      delivered: (seconds) => lag.observe(seconds),
    },
    pushMeter: { ended: (service, outcome) => pushed.inc({ service, outcome }) },
    jobFailed: (queue) => jobsFailed.inc({ queue }),
    show(state) {
      ready.set(state.ready ? 1 : 0);
      streams.set({ kind: 'device' }, state.streams.streams);
      streams.set({ kind: 'channel' }, state.streams.channels);
      streamWaiting.set(state.streams.waitingSeconds);
      for (const [pool, load] of state.pools) {
        poolMax.set({ pool }, load.max);
        poolOpen.set({ pool }, load.open);
        poolIdle.set({ pool }, load.idle);
        poolWaiting.set({ pool }, load.waiting);
      }
      const { database } = state;
      databaseUp.set(database ? 1 : 0);
      sendingRests.set(database ? Number(database.resting) : UNKNOWN);
      jobs.set({ queue: 'mail' }, database?.mails ?? UNKNOWN);
      jobs.set({ queue: EVENT_QUEUE }, database?.calls ?? UNKNOWN);
      jobs.set({ queue: AGAIN_QUEUE }, database?.callsAgain ?? UNKNOWN);
      jobs.set({ queue: QUIET_QUEUE }, database?.callsQuiet ?? UNKNOWN);
      callsOverdue.set(database?.callsOverdue ?? UNKNOWN);
      for (const service of serviceNames) resting.set({ service }, state.restingServices.filter((each) => each === service).length);
      jobs.set({ queue: 'upkeep' }, database?.upkeep ?? UNKNOWN);
      oldestMail.set(database?.oldestMail ?? UNKNOWN);
      upkeepOverdue.set(database?.upkeepOverdue ?? UNKNOWN);
      notifications.set(database?.notifications ?? UNKNOWN);
      oldestNotification.set(database?.oldestNotification ?? UNKNOWN);
      members.set(database?.members ?? UNKNOWN);
      photoBytes.set(database?.photoBytes ?? UNKNOWN);
      mostPhotoBytes.set(database?.mostPhotoBytes ?? UNKNOWN);
      for (const each of backupStates) backupState.set({ state: each }, state.backup.state === each ? 1 : 0);
      backupAge.set(state.backup.newest ? (realm.Date.now() - state.backup.newest.getTime()) / 1000 : UNKNOWN);
      diskFree.set(state.disk?.free ?? UNKNOWN);
      diskReserved.set(state.disk?.reserved ?? UNKNOWN);
      diskFull.set(state.diskIsFull ? 1 : 0);
    },
  };
}
