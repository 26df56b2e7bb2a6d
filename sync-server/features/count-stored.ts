/** What one member stores, in bytes: what they wrote, for each row roughly what its keys and its lines in the log take, and their images. */
import { type CountStored, NOTHING, type StoredBytes } from '../sync/push/member-storage.ts';
import { reservedNow } from './images/photo-storage.ts';

/** A row without its text: its indexes and its line in the log. */
const ROW = 400;
/** A person who was chosen to read a post, with the line in their log. */
export const CHOSEN = 200;

// Notifications do not count: they come from acts of others, and their number is bounded for each member.
export const countStored: CountStored = async (sql, member) => {
  const [stored] = await sql<StoredBytes[]>`
    select (
      (select coalesce(sum(octet_length(content) + octet_length(photos::text) + ${ROW}::int), 0) from posts where author_id = ${member})
      + (select count(*) * ${CHOSEN}::int from posts p join post_visibility v on v.post_id = p.id where p.author_id = ${member})
      + (select coalesce(sum(octet_length(content) + ${ROW}::int), 0) from post_comments where author_id = ${member})
      + (select coalesce(sum(octet_length(content) + octet_length(photos::text) + ${ROW}::int), 0) from group_messages where sender_id = ${member})
      + (select count(*) * ${ROW}::int from images where owner_id = ${member})
      + (select count(*) * ${ROW}::int from post_reactions where user_id = ${member})
      + (select count(*) * ${ROW}::int from group_message_reactions where user_id = ${member})
      + (select coalesce(sum(octet_length(key) + octet_length(value) + ${ROW}::int), 0) from settings where user_id = ${member})
      + (select count(*) * ${ROW}::int from friend_invitations where inviter_id = ${member})
      + (select count(*) * ${ROW}::int from group_invitations where inviter_id = ${member})
      + (
        select coalesce(sum(octet_length(g.name) + coalesce(octet_length(g.description), 0) + ${2 * ROW}::int), 0)
        from group_members m join groups g on g.id = m.group_id where m.user_id = ${member} and m.role = 'owner'
      )
    )::float8 as texts, (
      (select coalesce(sum(v.size), 0) from images i join image_variants v on v.image_id = i.id where i.owner_id = ${member})
      + (
        select coalesce(sum(greatest(u.received, ${reservedNow(sql)})), 0)
        from images i left join image_uploads u on u.image_id = i.id where i.owner_id = ${member} and i.stored_at is null
      )
    )::float8 as photos`;
  return stored ?? NOTHING;
};
