import type { Person } from '../../schemas/profiles/person.ts';
import type { Tx } from '../db/pool/transaction.ts';

/**
 * A person outside the viewer's network: name and image, if the viewer can read a row that carries them. Reads the log and the view that
 * grants reading, as every read does. An answered friend invitation carries only the name: `byImage` leaves it out.
 */
export async function metPerson(tx: Tx, viewer: string, id: string, { byImage = false } = {}): Promise<Person | null> {
  const [person] = await tx<Person[]>`
    with mine as materialized (
      select scope_id from scope_readers where reader = ${viewer}
    ), rows_of as (
      select 'comments' as collection, m.id::text as doc_id from post_comments m where m.author_id = ${id}
      union all
      select 'reactions', concat_ws('|', r.target_id, r.user_id, r.emoji_code) from post_reactions r where r.user_id = ${id}
      union all
      select 'reactions', concat_ws('|', r.message_id, r.user_id, r.emoji) from group_message_reactions r where r.user_id = ${id}
      union all
      select 'group_messages', m.id::text from group_messages m where m.sender_id = ${id}
      union all
      select 'invitations', i.id::text from group_invitations i
      where i.inviter_id = ${id} or i.invitee_id = ${id}
      union all
      select 'notifications', n.id::text from notifications n where n.user_id = ${viewer} and n.related_user_id = ${id}
      union all
      select 'invitations', i.id::text from friend_invitations i where i.receiver_user_id = ${viewer} and i.inviter_id = ${id}
        and (i.status = 'pending' or not ${byImage})
      union all
      select 'invitations', i.id::text from friend_invitations i
      where i.inviter_id = ${viewer} and i.receiver_user_id = ${id} and (i.invited_by_id or i.status = 'accepted')
        and (i.status = 'pending' or not ${byImage})
      union all
      select 'group_members', concat_ws('|', g.group_id, g.user_id) from group_members g where g.user_id = ${id}
    )
    select p.id, p.name, p.profile_image_url from profiles p
    where p.id = ${id} and exists (
      select from rows_of o
      join changes c on c.collection = o.collection and c.doc_id = o.doc_id and not c.removed
      where c.scope_id in (select scope_id from mine)
    )`;
  return person ?? null;
}
