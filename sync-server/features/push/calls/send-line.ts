import type { Logger } from 'pino';
import type { Realm } from '../../../../schemas/base/realm.ts';
import { isQuiet, quietUntil, readQuietHours } from '../../../../schemas/push/quiet-hours.ts';
import type { Job } from '../../../db/jobs.ts';
import type { Database } from '../../../db/pool/transaction.ts';
import type { PushDelivery } from '../push-delivery.ts';
import { callMessage, topicOf } from './call-message.ts';
import { type DueCall, dueCalls } from './due-calls.ts';
import { againLine, type LaterLine, type Line, type LineOutcome, noteOutcome, quietLine } from './lines.ts';
import type { Slots } from './slots.ts';

/** How long a call waits for its turn at its push service. After that it goes back into the table, so that other lines have a turn. */
const TURN_MS = 10_000;
/** A further try of a call waits so long for a newer line about the same, as lines do. If that calls the device, no further try is needed. */
const NEWER_SECONDS = 30;
/** Pauses double up to this. */
const LONGEST_PAUSE_SECONDS = 3600;

export interface LineSending {
  readonly database: Database;
  readonly delivery: PushDelivery;
  readonly publicUrl: string;
  readonly log: Logger;
  /** the key that topics are made with */
  readonly topicKey: () => Promise<Buffer>;
  /** what is sent at once, by host */
  readonly sending: Slots;
  readonly realm: Realm;
}

/** Until when a member is in quiet hours; null if they are not. */
function quietEnd({ quietHours, now }: DueCall): Date | null {
  const hours = quietHours === null ? null : readQuietHours(quietHours);
  return hours && isQuiet(hours, now) ? quietUntil(hours, now) : null;
}

/** At least what the push service asks for. Devices that failed together do not come back together. */
const pauseAfter = (failures: number, asked: number, realm: Realm): number =>
  Math.max(asked, Math.min(2 ** failures, LONGEST_PAUSE_SECONDS)) * (1 + realm.Math.random() / 2);

/** Sends a line that is due to all whom it calls now, and notes what came of it. */
export async function sendLine(parts: LineSending, job: Job<Line>): Promise<void> {
  const { database, delivery, publicUrl, log, topicKey, sending, realm } = parts;
  const line = job.data;
  const found = await dueCalls(database, job);
  const later = new Map<string, LaterLine>();
  /** when the newest of what each member has missed happened, however many calls it would have been */
  const missed = new Map<string, Date>();
  const gone: LineOutcome['gone'][number][] = [];
  const sent: LineOutcome['sent'][number][] = [];

  async function send({ call, tag, subscription, newestAt, now }: DueCall): Promise<void> {
    const session = subscription.sessionId;
    const topic = topicOf(await topicKey(), session, tag);
    const message = callMessage(call, { publicUrl, topic, ageSeconds: (now.getTime() - newestAt.getTime()) / 1000 });
    const free = await sending.take(new URL(subscription.endpoint).host, TURN_MS);
    const outcome = free ? await delivery.send(subscription, message).finally(free) : ({ kind: 'later', seconds: 1 } as const);
    switch (outcome.kind) {
      case 'accepted':
        sent.push({ session, tag });
        break;
      case 'gone':
        gone.push(subscription);
        break;
      case 'later': {
        const failures = (line.again?.failures ?? 0) + 1;
        const again = againLine(line, { session, tag, failures }, pauseAfter(failures, outcome.seconds, realm));
        later.set(again.key, again);
        break;
      }
      case 'refused':
        log.error({ session, type: call.type, status: outcome.status }, 'a push service refused a call and never takes it; dropped it');
    }
  }

  await Promise.all(
    found.map((due) => {
      const until = quietEnd(due);
      if (until === null && line.again && due.isNewerWaiting) {
        const again = againLine(line, line.again, NEWER_SECONDS);
        later.set(again.key, again);
        return undefined;
      }
      if (until === null) return send(due);
      const before = missed.get(due.member);
      const newest = before && before > due.newestAt ? before : due.newestAt;
      missed.set(due.member, newest);
      const quiet = quietLine(due.member, line.since, newest, until);
      later.set(quiet.key, quiet);
      return undefined;
    }),
  );
  await noteOutcome(database, job, { later: [...later.values()], gone, sent });
}
