import { isBlank } from '../../../../schemas/base/text.ts';
import { NOTIFICATION_DAYS } from '../../../../schemas/notifications/notification-limits.ts';
import { settingKey } from '../../../../schemas/profiles/setting-keys.ts';
import { callSwitchDefault, callSwitchOf } from '../../../../schemas/push/call-switches.ts';
import { nameInMail } from '../../../accounts/mail/mail-name.ts';
import type { Tx } from '../../../db/pool/transaction.ts';

/** What a mail is about: how much, by whom and where. Never a text that somebody wrote. */
export interface MailContent {
  /** who wrote or invited, the last first */
  readonly names: readonly string[];
  readonly posts: Place;
  readonly comments: Place;
  readonly messages: Place & { readonly groupName: string | null };
  readonly invitations: Place;
}

interface Place {
  readonly count: number;
  /** where all of it is, if that is a single post or group */
  readonly id: string | null;
}

interface Period {
  readonly userId: string;
  readonly since: Date;
  readonly until: Date;
  /** when the member last had Kith in sight */
  readonly sight: Date;
}

type Kind = 'post_created' | 'post_commented' | 'group_message' | 'group_invitation';

interface Found {
  readonly kind: Kind;
  readonly by: string;
  readonly name: string;
  readonly place: string;
  readonly count: number;
}

/**
 * What happened in the period that the member has not read and may read at this moment. Without what they have switched off, muted groups,
 * and members with a block between.
 *
 * Notifications say what of the last days is unread. What is older has none any more: then it counts if the member has not had Kith in sight
 * since. Messages are read up to a time of each group.
 */
export async function readMailContent(tx: Tx, { userId, since, until, sight }: Period): Promise<MailContent> {
  const wanted = (kind: Kind) => {
    const what = callSwitchOf[kind] ?? 'messages';
    return tx`
      wants_notices(${userId}, ${kind})
      and coalesce((select s.value from settings s where s.user_id = ${userId} and s.key = ${settingKey.call(what)}), ${callSwitchDefault[what]}) = 'on'`;
  };
  const unread = tx`
    case when n.id is not null then not n.is_read
      else e.at > ${sight} and e.at < now() - make_interval(days => ${NOTIFICATION_DAYS}) end`;
  const found = await tx<Found[]>`
    select e.kind, e.by, w.name, e.place, count(*)::int as count
    from (
      select 'post_created' as kind, p.author_id as by, p.id as place, p.id as subject, p.created_at as at
      from posts p join friends f on f.user_id = ${userId} and f.friend_id = p.author_id
      where p.created_at > ${since} and p.created_at <= ${until} and ${wanted('post_created')} and may_read_post(${userId}, p.id)
      union all
      select 'post_commented', c.author_id, c.post_id, c.id, c.created_at
      from post_comments c join posts p on p.id = c.post_id and p.author_id = ${userId}
      where c.created_at > ${since} and c.created_at <= ${until} and not c.is_deleted and ${wanted('post_commented')}
      union all
      select 'group_invitation', i.inviter_id, i.group_id, i.id, i.created_at
      from group_invitations i
      where i.invitee_id = ${userId} and i.status = 'pending' and i.created_at > ${since} and i.created_at <= ${until}
        and ${wanted('group_invitation')}
      union all
      select 'group_message', m.sender_id, m.group_id, m.id, m.created_at
      from group_members g join group_messages m on m.group_id = g.group_id
      where g.user_id = ${userId} and m.created_at > greatest(${since}, g.joined_at) and m.created_at <= ${until} and not m.is_deleted
        and ${wanted('group_message')}
    ) e
    join profiles w on w.id = e.by
    left join notifications n on n.user_id = ${userId} and n.notification_type = e.kind and e.kind <> 'group_message'
      and e.subject = case e.kind
        when 'post_created' then n.related_post_id when 'post_commented' then n.related_comment_id else n.related_invitation_id end
    left join settings r on r.user_id = ${userId} and r.key = 'group_read|' || e.place
    where e.by <> ${userId} and not blocked_between(${userId}, e.by)
      and case when e.kind = 'group_message'
        then (r.value is null or r.value collate "C" < iso_time(e.at)) and not has_muted(${userId}, e.place)
        else ${unread} end
    group by e.kind, e.by, w.name, e.place
    order by max(e.at) desc, e.by`;
  const messages = placeOf(found, 'group_message');
  const [group] = messages.id === null ? [] : await tx<{ name: string }[]>`select name from groups where id = ${messages.id}`;
  return {
    names: [...new Map(found.map(({ by, name }) => [by, nameInMail(name)])).values()],
    posts: placeOf(found, 'post_created'),
    comments: placeOf(found, 'post_commented'),
    messages: { ...messages, groupName: group && !isBlank(group.name) ? nameInMail(group.name) : null },
    invitations: placeOf(found, 'group_invitation'),
  };
}

function placeOf(found: readonly Found[], kind: Kind): Place {
  const events = found.filter((each) => each.kind === kind);
  const places = new Set(events.map(({ place }) => place));
  return { count: events.reduce((sum, { count }) => sum + count, 0), id: places.size === 1 ? ([...places][0] ?? null) : null };
}

export const isEmpty = ({ posts, comments, messages, invitations }: MailContent): boolean =>
  posts.count + comments.count + messages.count + invitations.count === 0;
