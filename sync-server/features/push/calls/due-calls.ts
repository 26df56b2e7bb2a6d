/**
 * Whom a line calls now, and about what: one statement for all its readers, so that everything in the answer held at the same moment. Who
 * has read it, may not read it any more, or has switched it off is not in the answer, so neither needs code of its own.
 */
import type { Sql } from 'postgres';
import { settingKey } from '../../../../schemas/profiles/setting-keys.ts';
import type { Call, Named } from '../../../../schemas/push/call.ts';
import { callSwitchDefault, callSwitchOf } from '../../../../schemas/push/call-switches.ts';
import { callTag } from '../../../../schemas/push/call-tag.ts';
import { type CallType, callTypes } from '../../../../schemas/push/call-types.ts';
import type { Job } from '../../../db/jobs.ts';
import type { Database } from '../../../db/pool/transaction.ts';
import { unreadCount } from '../../notifications/count-unread.ts';
import type { Subscription } from '../push-delivery.ts';
import { CALL_SECONDS } from './call-message.ts';
import { EVENT_QUEUE, type Line } from './lines.ts';

/** A call to one device. */
export interface DueCall {
  readonly call: Call;
  readonly tag: string;
  readonly member: string;
  readonly subscription: Subscription;
  /** whether newer events of this line wait for a line of their own, which calls this device too */
  readonly isNewerWaiting: boolean;
  /** the value of the member's setting; null if there is none */
  readonly quietHours: string | null;
  /** when the newest event happened */
  readonly newestAt: Date;
  /** the time of the database when it was asked */
  readonly now: Date;
}

/** Lines that fell due longer ago call nobody: the server was not there, or sending rested. */
const OVERDUE_SECONDS = 3600;

/** The setting that switches the calls of each type, and what holds without it. */
const switches = Object.fromEntries(
  callTypes.map((type) => {
    const what = callSwitchOf[type];
    return [type, what === null ? { key: null, usual: 'on' } : { key: settingKey.call(what), usual: callSwitchDefault[what] }];
  }),
);

/** The events of a line. */
function eventsOf(sql: Sql, line: string) {
  const [kind, id = ''] = line.split('|');
  switch (kind) {
    case 'messages':
      return sql`callable_messages e where e.group_id = ${id}::uuid`;
    case 'posts':
      return sql`callable_notices e where e.by = ${id}::uuid and e.type = 'post_created'`;
    case 'post':
      return sql`callable_notices e where e.post_id = ${id}::uuid and e.type <> 'post_created'`;
    case 'invitations':
      return sql`callable_notices e where e.group_id = ${id}::uuid and e.type = 'group_invitation'`;
    case 'friends':
      return sql`callable_notices e
        where e.reader = ${id}::uuid and e.type in ('friend_request_sent', 'friend_request_accepted', 'friend_request_declined')`;
    case 'quiet':
      return sql`callable_events e where e.reader = ${id}::uuid`;
    default:
      throw new Error(`there is no line of the kind ${kind}`);
  }
}

interface Row {
  readonly type: CallType;
  readonly reader: string;
  readonly count: number;
  readonly unread: number;
  readonly event: string;
  readonly at: string;
  readonly by: string | null;
  readonly by_name: string | null;
  readonly group_id: string | null;
  readonly group_name: string | null;
  readonly post_id: string | null;
  readonly comment_id: string | null;
  readonly session_id: string;
  readonly endpoint: string;
  readonly p256dh: Buffer;
  readonly auth: Buffer;
  readonly newer: boolean;
  readonly quiet_hours: string | null;
  readonly now: string;
}

const named = (id: string | null, name: string | null): Named | null => (id === null || name === null ? null : { id, name });

function dueCall(row: Row): DueCall {
  const call: Call = {
    type: row.type,
    event: row.event,
    count: row.count,
    unread: row.unread,
    by: named(row.by, row.by_name),
    group: named(row.group_id, row.group_name),
    post_id: row.post_id,
    comment_id: row.comment_id,
  };
  const { session_id: sessionId, endpoint, p256dh, auth } = row;
  return {
    call,
    tag: callTag(call),
    member: row.reader,
    subscription: { sessionId, endpoint, p256dh, auth },
    isNewerWaiting: row.newer,
    quietHours: row.quiet_hours,
    newestAt: new Date(row.at),
    now: new Date(row.now),
  };
}

/**
 * The calls of a line, one for each device and tag. What has the same tag is one call, in the order of time. A further try whose device was
 * called by a newer line since it was taken is gone from the table, and calls nobody.
 */
export async function dueCalls(database: Database, { id, data }: Job<Line>): Promise<DueCall[]> {
  const { line, since, upTo, due, again } = data;
  const summary = line.startsWith('quiet|');
  const rows = await database.ask(
    (sql) => sql<Row[]>`
      with calls as (
        select e.reader, case when ${summary} then 'summary' else e.type end as type, count(*)::int as count,
          case when ${summary} then 0 else count(distinct e.by) end as people, (array_agg(e order by e.at desc, e.event desc))[1] as newest
        from ${eventsOf(sql, line)}
          and e.at >= ${since}::timestamptz and e.at <= coalesce(${upTo ?? null}::timestamptz, 'infinity')
          and e.at > now() - make_interval(secs => ${CALL_SECONDS})
          and ${due}::timestamptz > now() - make_interval(secs => ${OVERDUE_SECONDS})
          and (${again === undefined} or exists (select from jobs j where j.id = ${id}))
          and exists (
            select from push_subscriptions p
            where p.user_id = e.reader and (${again === undefined} or p.session_id = ${again?.session ?? null}::uuid)
          )
          and coalesce(
            (select s.value from settings s where s.user_id = e.reader and s.key = ${sql.json(switches)}::jsonb -> e.type ->> 'key'),
            ${sql.json(switches)}::jsonb -> e.type ->> 'usual'
          ) = 'on'
        group by e.reader, 2, case
          when ${summary} then null
          when e.type in ('group_message', 'group_invitation') then e.group_id
          when e.type = 'comment_reaction' then e.comment_id
          when e.type = 'post_created' or e.post_id is null then e.by
          else e.post_id
        end
      )
      select c.type, c.reader, c.count, (c.newest).event, iso_time((c.newest).at) as at,
        ${unreadCount(sql, sql`c.reader`)} as unread,
        w.id as by, w.name as by_name, g.id as group_id, g.name as group_name,
        case when not ${summary} then (c.newest).post_id end as post_id, case when not ${summary} then (c.newest).comment_id end as comment_id,
        p.session_id, p.endpoint, p.p256dh, p.auth,
        ${again !== undefined} and exists (
          select from jobs j
          where j.queue = ${EVENT_QUEUE} and (j.key = ${line} or j.key is null and j.data ->> 'line' = ${line})
        ) as newer,
        (select s.value from settings s where s.user_id = c.reader and s.key = ${settingKey.quietHours}) as quiet_hours,
        iso_time(now()) as now
      from calls c
      join push_subscriptions p on p.user_id = c.reader and (${again === undefined} or p.session_id = ${again?.session ?? null}::uuid)
      join live_sessions l on l.id = p.session_id and l.user_id = c.reader
      left join profiles w on c.people = 1 and w.id = (c.newest).by
      left join groups g on not ${summary} and g.id = (c.newest).group_id`,
  );
  const calls = rows.map(dueCall);
  return again === undefined ? calls : calls.filter(({ tag }) => tag === again.tag);
}
