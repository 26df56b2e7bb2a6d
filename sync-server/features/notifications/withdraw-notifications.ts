import type { NotificationType } from '../../../schemas/notifications/notification-types.ts';
import type { CommandContext } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';

/**
 * A notification is deleted together with what it is about, or when its recipient may no longer read that. Each of these functions deletes
 * rows and records the removals for the recipients' devices.
 */

interface Withdrawn {
  readonly id: string;
  readonly user_id: string;
}

function recordWithdrawn(context: CommandContext, rows: readonly Withdrawn[]): void {
  for (const row of rows) {
    context.record({ scopes: [scope.self(row.user_id)], collection: 'notifications', id: row.id, removed: true });
  }
}

/** All notifications about a post, its comments and its reactions: each of them names the post. */
export async function withdrawForPost(context: CommandContext, postId: string): Promise<void> {
  recordWithdrawn(
    context,
    await context.tx<Withdrawn[]>`delete from notifications where related_post_id = ${postId} returning id, user_id`,
  );
}

export async function withdrawForComment(context: CommandContext, commentId: string): Promise<void> {
  recordWithdrawn(
    context,
    await context.tx<Withdrawn[]>`delete from notifications where related_comment_id = ${commentId} returning id, user_id`,
  );
}

export async function withdrawForReaction(
  context: CommandContext,
  reaction: { readonly post_id: string; readonly comment_id: string | null; readonly user_id: string; readonly emoji_code: string },
): Promise<void> {
  recordWithdrawn(
    context,
    await context.tx<Withdrawn[]>`
      delete from notifications
      where related_post_id = ${reaction.post_id}
        and related_comment_id is not distinct from ${reaction.comment_id}::uuid
        and related_user_id = ${reaction.user_id}
        and notification_type in ('post_reaction', 'comment_reaction')
        and emoji_code = ${reaction.emoji_code}
      returning id, user_id`,
  );
}

/** The notifications about an invitation: those of all members, or of one. */
export async function withdrawForInvitation(context: CommandContext, invitationId: string, of: string | null = null): Promise<void> {
  recordWithdrawn(
    context,
    await context.tx<Withdrawn[]>`
      delete from notifications where related_invitation_id = ${invitationId} and (${of}::uuid is null or user_id = ${of}::uuid)
      returning id, user_id`,
  );
}

/**
 * Notifications about a post to members who may no longer read it. `stillReading` are people who do read it, though their scope may not
 * have been made yet in this transaction.
 */
export async function withdrawFromFormerReaders(context: CommandContext, postId: string, stillReading: readonly string[]): Promise<void> {
  recordWithdrawn(
    context,
    await context.tx<Withdrawn[]>`
      delete from notifications n
      where n.related_post_id = ${postId}
        and not n.user_id = any (${[...stillReading]}::uuid[])
        and not may_read_post(n.user_id, n.related_post_id)
      returning n.id, n.user_id`,
  );
}

/**
 * After friendships ended: the notifications of these members about posts of each other that they may no longer read. Everybody who reads
 * another member is their friend, or a friend of one of their friends. So an unfriend or a block takes reading from pairs that include one
 * of the two (`ends`). A deleted account takes it from pairs of its friends, who are the `ends` then. Two who are friends lose nothing.
 */
export async function withdrawUnreadable(context: CommandContext, ends: readonly string[], members: readonly string[]): Promise<void> {
  recordWithdrawn(
    context,
    await context.tx<Withdrawn[]>`
      delete from notifications n
      using posts p
      where n.user_id = any (${[...members]}::uuid[])
        and p.id = n.related_post_id
        and p.author_id <> n.user_id
        and p.author_id = any (${[...members]}::uuid[])
        and (n.user_id = any (${[...ends]}::uuid[]) or p.author_id = any (${[...ends]}::uuid[]))
        and not exists (select from friends f where f.user_id = n.user_id and f.friend_id = p.author_id)
        and not may_read_post(n.user_id, n.related_post_id)
      returning n.id, n.user_id`,
  );
}

/**
 * Everything that a member who deletes their account was notified of, and what others were notified of by them, about their posts and
 * comments, or about the friend requests and group invitations that are deleted with them.
 */
export async function withdrawForMember(context: CommandContext, member: { readonly id: string; readonly email: string }): Promise<void> {
  recordWithdrawn(
    context,
    await context.tx<Withdrawn[]>`
      delete from notifications n
      where n.user_id = ${member.id} or n.related_user_id = ${member.id}
        or n.related_post_id in (select id from posts where author_id = ${member.id})
        or n.related_comment_id in (select id from post_comments where author_id = ${member.id})
        or n.related_invitation_id in (
          select id from friend_invitations
          where inviter_id = ${member.id} or receiver_user_id = ${member.id} or invited_email = ${member.email}
          union all
          select id from group_invitations where inviter_id = ${member.id} or invitee_id = ${member.id}
        )
      returning n.id, n.user_id`,
  );
}

/** After a friendship ended: the notifications of the two about their invitations to each other. */
export async function withdrawInvitationsBetween(context: CommandContext, one: string, other: string): Promise<void> {
  recordWithdrawn(
    context,
    await context.tx<Withdrawn[]>`
      delete from notifications n
      using friend_invitations i
      where i.id = n.related_invitation_id
        and ((i.inviter_id = ${one} and i.receiver_user_id = ${other}) or (i.inviter_id = ${other} and i.receiver_user_id = ${one}))
      returning n.id, n.user_id`,
  );
}

/**
 * The notifications of these members about a group; with null, those of all members. Call it before the group is deleted: it would take the
 * notifications along, unrecorded.
 */
export async function withdrawForGroup(context: CommandContext, groupId: string, members: readonly string[] | null): Promise<void> {
  recordWithdrawn(
    context,
    await context.tx<Withdrawn[]>`
      delete from notifications
      where related_group_id = ${groupId} and (${members === null} or user_id = any (${[...(members ?? [])]}::uuid[]))
      returning id, user_id`,
  );
}

/** All notifications of the two about each other. */
export async function withdrawAboutEachOther(context: CommandContext, one: string, other: string): Promise<void> {
  recordWithdrawn(
    context,
    await context.tx<Withdrawn[]>`
      delete from notifications
      where (user_id = ${one} and related_user_id = ${other}) or (user_id = ${other} and related_user_id = ${one})
      returning id, user_id`,
  );
}

/** The actor's unread notifications of this type, and of this group if one is given: they have switched them off. */
export async function withdrawUnread(
  context: CommandContext,
  { type, group_id = null }: { readonly type: NotificationType; readonly group_id?: string | null },
): Promise<void> {
  recordWithdrawn(
    context,
    await context.tx<Withdrawn[]>`
      delete from notifications
      where user_id = ${context.actor.userId} and notification_type = ${type} and not is_read
        and (${group_id}::uuid is null or related_group_id = ${group_id}::uuid)
      returning id, user_id`,
  );
}
