/**
 * Deletes a member with everything that is theirs or names them.
 *
 * Rows in the member's own scopes need no removals: the scopes are deleted, and their readers find that at the next pull. Rows in the
 * scopes of others (a comment below a friend's post, a message in a group, a notification about them) are recorded as removed. The log
 * itself says in which scopes they are.
 */
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import type { CommandContext } from '../../sync/command.ts';
import { lockMembers } from '../../sync/member-locks.ts';
import type { ScopeKind, ScopeName } from '../../sync/scope-name.ts';
import { refreshSeats } from '../friends/seats.ts';
import { passOnGroupNotices } from '../notifications/pass-on-group-notices.ts';
import { withdrawForMember, withdrawUnreadable } from '../notifications/withdraw-notifications.ts';
import { passOnGroups } from './pass-on-groups.ts';

/** Deletes everything in the transaction of this context, whose actor is the member. False if the member no longer exists. */
export async function deleteMember(whole: CommandContext): Promise<boolean> {
  const context = withoutOwnScopes(whole);
  const { tx, actor } = context;
  const member = actor.userId;
  const friends = (await tx<{ friend_id: string }[]>`select friend_id from friends where user_id = ${member}`).map((row) => row.friend_id);
  await lockMembers(tx, member, ...friends);
  // Whatever the member writes at this moment is committed already, or never will be.
  const [user] = await tx<{ email: string }[]>`select email from users where id = ${member} for update`;
  if (!user) return false;

  const readers = await tx<{ reader: string }[]>`
    select distinct reader from scope_readers where (owner = ${member} or other = ${member}) and reader <> ${member}`;
  context.membersMoved(readers.map((row) => row.reader));
  await passOnGroups(context);
  await takePosts(tx, member);
  await removeFromAudiences(context);
  await recordCommentedPosts(context);
  for (const { collection, id, ...where } of await rowsInOtherScopes(tx, member, user.email)) {
    context.record({ scopes: [where], collection, id, removed: true });
  }

  await tx`
    delete from post_reactions r using post_comments c where c.author_id = ${member} and r.target_id = c.id`;
  await passOnGroupNotices(context, [member]);
  await withdrawForMember(context, { id: member, email: user.email });
  await tx`delete from friend_invitations where invited_email = ${user.email}`;
  await tx`delete from settings where key like ${`%|${member}`}`;
  // Foreign keys delete the rest with the member.
  await tx`delete from users where id = ${member}`;
  // The member was the way by which their friends read each other.
  await withdrawUnreadable(context, friends, friends);
  await refreshSeats(context, friends);
  await tx`delete from used_ids where id = ${member}`;
  await tx`delete from unnotified where user_id = ${member}`;
  // Lines of calls name the member in their key, or in the tag of a device that is to be called again.
  await tx`delete from jobs where queue like 'call%' and data::text like ${`%${member}%`}`;
  await tx`delete from applied_writes where user_id = ${member}`;
  await tx`select drop_scopes_of(${member})`;
  return true;
}

/** Records nothing in the scopes that are deleted: recording would create them again. */
function withoutOwnScopes(context: CommandContext): CommandContext {
  const isOwn = ({ kind, owner, other }: ScopeName) =>
    other === context.actor.userId || (owner === context.actor.userId && kind !== 'group' && kind !== 'group-admins');
  return { ...context, record: (change) => context.record({ ...change, scopes: change.scopes.filter((one) => !isOwn(one)) }) };
}

/**
 * Locks the member's own posts exclusively. Also locks, in their scopes, the posts of others that have a comment or a reaction of theirs,
 * or for which they were chosen. The locks keep all of these as they are.
 */
async function takePosts(tx: Tx, member: string): Promise<void> {
  await tx`select from posts where author_id = ${member} order by id for update`;
  await tx`
    select from posts p
    where p.author_id <> ${member} and p.id in (
      select post_id from post_comments where author_id = ${member}
      union select post_id from post_reactions where user_id = ${member}
      union select post_id from post_visibility where user_id = ${member}
    )
    order by p.id for no key update`;
}

/** A post names its chosen people to all of them, so the member is taken off the posts of others. */
async function removeFromAudiences(context: CommandContext): Promise<void> {
  const { tx, actor } = context;
  const posts = await tx<{ id: string; kind: ScopeKind; owner: string; other: string | null }[]>`
    with chosen as (
      delete from post_visibility where user_id = ${actor.userId} returning post_id
    ), changed as (
      update posts p set write_id = ${context.writeId} from chosen where p.id = chosen.post_id and p.author_id <> ${actor.userId} returning p.id
    )
    select changed.id::text, s.kind, s.owner, s.other
    from changed
    join changes c on c.collection = 'posts' and c.doc_id = changed.id::text and not c.removed
    join scopes s on s.id = c.scope_id and s.other is distinct from ${actor.userId}`;
  for (const { id, ...where } of posts) context.record({ scopes: [where], collection: 'posts', id });
}

/** A post shows how many comments it has. Which post a comment belonged to is not known any more where it is deleted for good. */
async function recordCommentedPosts(context: CommandContext): Promise<void> {
  const { tx, actor } = context;
  const posts = await tx<{ id: string; kind: ScopeKind; owner: string; other: string | null }[]>`
    select p.id, s.kind, s.owner, s.other
    from posts p
    join changes c on c.collection = 'posts' and c.doc_id = p.id::text and not c.removed
    join scopes s on s.id = c.scope_id and s.other is distinct from ${actor.userId}
    where p.author_id <> ${actor.userId}
      and p.id in (select post_id from post_comments where author_id = ${actor.userId} and not is_deleted)`;
  for (const { id, ...where } of posts) context.record({ scopes: [where], collection: 'posts', id });
}

/** A row and one scope that it is in. */
interface ScopedRow {
  readonly collection: CollectionName;
  readonly id: string;
  readonly kind: ScopeKind;
  readonly owner: string;
  readonly other: string | null;
}

/** The rows in scopes of others that are this member's or name them, with those scopes. */
async function rowsInOtherScopes(tx: Tx, member: string, email: string): Promise<ScopedRow[]> {
  return [
    ...(await tx<ScopedRow[]>`
      with own_comments as materialized (
        select id from post_comments where author_id = ${member}
      ), own_messages as materialized (
        select id from group_messages where sender_id = ${member}
      ), theirs (collection, id) as (
        select 'comments', id::text from own_comments
        union all
        select 'reactions', concat_ws('|', target_id, user_id, emoji_code) from post_reactions
        where user_id = ${member} or target_id in (select id from own_comments)
        union all
        select 'group_messages', id::text from own_messages
        union all
        select 'reactions', concat_ws('|', message_id, user_id, emoji) from group_message_reactions
        where user_id = ${member} or message_id in (select id from own_messages)
        union all
        select 'friends', concat_ws('|', user_id, friend_id) from friends where friend_id = ${member}
        union all
        select 'invitations', id::text from friend_invitations
        where inviter_id = ${member} or receiver_user_id = ${member} or invited_email = ${email}
        union all
        select 'invitations', id::text from group_invitations where inviter_id = ${member} or invitee_id = ${member}
        union all
        select 'settings', concat_ws('|', user_id, key) from settings where user_id <> ${member} and key like ${`%|${member}`}
      )
      select t.collection, t.id, s.kind, s.owner, s.other
      from theirs t
      join changes c on c.collection = t.collection and c.doc_id = t.id and not c.removed
      join scopes s on s.id = c.scope_id
      where s.owner <> ${member} and s.other is distinct from ${member}
      order by s.id, c.seq`),
  ];
}
