/**
 * The lines of calls in the table of due work. Most are put there by the events themselves, in the database (`db/today/13-calls.sql`). What
 * a line leaves when it was done is written here.
 */
import type { JSONValue } from 'postgres';
import { type Job, removeJob } from '../../../db/jobs.ts';
import type { Database } from '../../../db/pool/transaction.ts';
import type { Subscription } from '../push-delivery.ts';

/** Events whose readers are asked when the line is due. */
export const EVENT_QUEUE = 'call';
/** Members in quiet hours. A line is due when the hours of its member end. */
export const QUIET_QUEUE = 'call-quiet';
/** Devices whose push service did not take a call. */
export const AGAIN_QUEUE = 'call-again';

/** The data of a line. */
export interface Line {
  /** Which events it is about: their kind and the id of what they have in common. */
  readonly line: string;
  /** when the first of them happened */
  readonly since: string;
  /** When the last of them happened, of a member in quiet hours: what happened later has lines of its own. */
  readonly upTo?: string;
  /** when it fell due first */
  readonly due: string;
  /** the only device that it calls, with the only tag, and how often that failed */
  readonly again?: { readonly session: string; readonly tag: string; readonly failures: number };
}

/** A line for later. */
export interface LaterLine {
  readonly queue: typeof QUIET_QUEUE | typeof AGAIN_QUEUE;
  readonly key: string;
  /** when it is due: at this time, or after so many seconds */
  readonly at?: string;
  readonly afterSeconds?: number;
  readonly data: Omit<Line, 'due'>;
}

/** What a member in quiet hours has missed from `since` up to a time, for the end of these hours. */
export const quietLine = (member: string, since: string, upTo: Date, until: Date): LaterLine => ({
  queue: QUIET_QUEUE,
  key: member,
  at: until.toISOString(),
  data: { line: `quiet|${member}`, since, upTo: upTo.toISOString() },
});

const againKey = (session: string, tag: string): string => `${session}|${tag}`;

export const againLine = ({ line, since, upTo }: Line, again: NonNullable<Line['again']>, afterSeconds: number): LaterLine => ({
  queue: AGAIN_QUEUE,
  key: againKey(again.session, again.tag),
  afterSeconds,
  data: { line, since, ...(upTo !== undefined && { upTo }), again },
});

/** What came of a line. */
export interface LineOutcome {
  readonly later: readonly LaterLine[];
  /** devices that are not there any more */
  readonly gone: readonly Subscription[];
  /** what was sent */
  readonly sent: readonly { readonly session: string; readonly tag: string }[];
}

/**
 * Deletes a line that was done, and writes what came of it. A device that was called needs no further try about the same. Of
 * a member in quiet hours, and of a device that failed before, the line that waits already stays, and covers these events too.
 */
export async function noteOutcome(database: Database, job: Job<Line>, { later, gone, sent }: LineOutcome): Promise<void> {
  if (later.length === 0 && gone.length === 0 && sent.length === 0) return removeJob(database, job);
  const keys = sent.map(({ session, tag }) => againKey(session, tag));
  await database.write(async (tx) => {
    if (gone.length > 0) {
      // An endpoint that was registered since stays.
      const devices = gone.map(({ sessionId, endpoint }) => ({ session: sessionId, endpoint }));
      await tx`
        delete from push_subscriptions p using jsonb_to_recordset(${tx.json(devices)}) as g (session uuid, endpoint text)
        where p.session_id = g.session and p.endpoint = g.endpoint`;
    }
    // One after the other: a try that is put back at the same moment would not be seen by the delete.
    if (keys.length > 0 || later.some(({ queue }) => queue === AGAIN_QUEUE))
      await tx`select pg_advisory_xact_lock(hashtextextended('further tries of calls', 0))`;
    const { count } = await tx`delete from jobs where id = ${job.id}`;
    if (keys.length > 0) {
      // Also those in hand, which have no key. They find their line gone, and leave no other.
      await tx`
        delete from jobs
        where queue = ${AGAIN_QUEUE}
          and (key = any (${keys}) or key is null and concat(data -> 'again' ->> 'session', '|', data -> 'again' ->> 'tag') = any (${keys}))`;
    }
    if (count > 0 && later.length > 0) {
      await tx`
        insert into jobs as j (queue, key, data, due_at)
        select l.queue, l.key, l.data || jsonb_build_object('due', l.due), l.due
        from (
          select w.queue, w.key, w.data, coalesce(w.at, now() + make_interval(secs => w."afterSeconds")) as due
          from jsonb_to_recordset(${tx.json(later as unknown as JSONValue)})
            as w (queue text, key text, data jsonb, at timestamptz, "afterSeconds" float8)
        ) l
        order by l.queue, l.key
        on conflict (queue, key) do update set data = j.data || jsonb_strip_nulls(jsonb_build_object(
          'since', least((j.data ->> 'since')::timestamptz, (excluded.data ->> 'since')::timestamptz),
          'upTo', greatest((j.data ->> 'upTo')::timestamptz, (excluded.data ->> 'upTo')::timestamptz)
        ))`;
    }
  });
}
