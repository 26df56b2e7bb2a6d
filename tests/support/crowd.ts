/**
 * Makes more rows than the product allows, or than its commands could make quickly. Writes the same rows as the commands do, with their
 * change log records. All rows of one kind have the same time, to the millisecond, so a list of them is ordered by id.
 */
import { v7 as uuid } from 'uuid';
import { friendRowId } from '../../schemas/friends/friend-row-id.ts';
import { groupMemberId } from '../../schemas/groups/group-member-id.ts';
import { settingId, settingKey } from '../../schemas/profiles/setting-keys.ts';
import { reactionId } from '../../schemas/reactions/reaction-id.ts';
import type { Tx } from '../../sync-server/db/pool/transaction.ts';
import { scopesOfInvitation } from '../../sync-server/features/groups/record-invitations.ts';
import type { Change } from '../../sync-server/sync/command.ts';
import { scope } from '../../sync-server/sync/scope-name.ts';
import type { StartedApp } from './start-app.ts';

export const AT = '2026-01-01T00:00:00.123Z';
const WRITE = uuid();

export const newIds = (count: number): string[] => Array.from({ length: count }, () => uuid());

export function crowdOn({ engine }: Pick<StartedApp, 'engine'>) {
  const write = async (insert: (tx: Tx) => PromiseLike<unknown>, changes: readonly Change[] = []): Promise<void> => {
    await engine.system(async (context) => {
      await insert(context.tx);
      for (const change of changes) context.record(change);
    });
  };

  /** New members, by their ids. Without `held` their profiles are not recorded in the change log, so no device learns who they are. */
  async function members(count: number, { held = true } = {}): Promise<string[]> {
    const ids = newIds(count);
    await write(
      async (tx) => {
        await tx`insert into users (id, email) select id, id || '@crowd.test' from unnest(${ids}::uuid[]) as id`;
        await tx`insert into profiles (id, name, write_id) select id, 'One of many', ${WRITE} from unnest(${ids}::uuid[]) as id`;
      },
      held ? ids.map((id) => ({ scopes: [scope.network(id)], collection: 'profiles', id })) : [],
    );
    return ids;
  }

  return {
    members,

    befriend: (member: string, others: readonly string[]) =>
      write(
        (tx) => tx`
          insert into friends (user_id, friend_id, created_at, write_id)
          select pair.one, pair.other, ${AT}, ${WRITE} from unnest(${[...others]}::uuid[]) as friend,
            lateral (values (${member}::uuid, friend), (friend, ${member}::uuid)) as pair (one, other)`,
        others.flatMap((other) => [
          { scopes: [scope.friends(member)], collection: 'friends', id: friendRowId(member, other) },
          { scopes: [scope.friends(other)], collection: 'friends', id: friendRowId(other, member) },
        ]),
      ),

    async invitationsFrom(member: string, count: number): Promise<string[]> {
      const ids = newIds(count);
      await write(
        (tx) => tx`
          insert into friend_invitations (id, inviter_id, invited_email, created_at, write_id)
          select id, ${member}, id || '@crowd.test', ${AT}, ${WRITE} from unnest(${ids}::uuid[]) as id`,
        ids.map((id) => ({ scopes: [scope.self(member)], collection: 'invitations', id })),
      );
      return ids;
    },

    async invitationsTo(member: string, from: readonly string[]): Promise<string[]> {
      const ids = newIds(from.length);
      await write(
        (tx) => tx`
          insert into friend_invitations (id, inviter_id, receiver_user_id, invited_by_id, created_at, write_id)
          select i.id, i.inviter, ${member}, true, ${AT}, ${WRITE} from unnest(${ids}::uuid[], ${[...from]}::uuid[]) as i (id, inviter)`,
        ids.map((id, nth) => ({ scopes: [scope.self(member), scope.self(from[nth] ?? '')], collection: 'invitations', id })),
      );
      return ids;
    },

    /** Groups of this founder. The founder and all `others` are members of each group. */
    async groups(founder: string, count: number, others: readonly string[] = []): Promise<string[]> {
      const ids = newIds(count);
      await write(
        async (tx) => {
          await tx`
            insert into groups (id, name, founder_id, write_id) select id, 'Walks', ${founder}, ${WRITE} from unnest(${ids}::uuid[]) as id`;
          await tx`
            insert into group_members (group_id, user_id, role, joined_at, write_id)
            select id, member, case when member = ${founder} then 'owner' else 'member' end, ${AT}, ${WRITE}
            from unnest(${ids}::uuid[]) as id, unnest(${[founder, ...others]}::uuid[]) as member`;
        },
        ids.flatMap((id) => [
          { scopes: [scope.group(id)], collection: 'groups', id } as const,
          ...[founder, ...others].map(
            (member) => ({ scopes: [scope.group(id)], collection: 'group_members', id: groupMemberId(id, member) }) as const,
          ),
        ]),
      );
      return ids;
    },

    /** One invitation for each pair of a group and an invitee. */
    async groupInvitations(from: string, groups: readonly string[], to: readonly string[], status: 'pending' | 'declined' = 'pending') {
      const ids = newIds(groups.length);
      await write(
        (tx) => tx`
          insert into group_invitations (id, group_id, inviter_id, invitee_id, status, created_at, write_id)
          select i.id, i.grp, ${from}, i.invitee, ${status}, ${AT}, ${WRITE}
          from unnest(${ids}::uuid[], ${[...groups]}::uuid[], ${[...to]}::uuid[]) as i (id, grp, invitee)`,
        ids.map((id, nth) => ({
          scopes: scopesOfInvitation({ group_id: groups[nth] ?? '', invitee_id: to[nth] ?? '', status }),
          collection: 'invitations',
          id,
        })),
      );
      return ids;
    },

    async posts(author: string, count: number): Promise<string[]> {
      const ids = newIds(count);
      await write(
        (tx) => tx`
          insert into posts (id, author_id, content, visibility_type, created_at, write_id)
          select id, ${author}, 'hello', 'friends', ${AT}, ${WRITE} from unnest(${ids}::uuid[]) as id`,
        ids.map((id) => ({ scopes: [scope.friends(author)], collection: 'posts', id })),
      );
      return ids;
    },

    async comments(author: string, post: string, count: number): Promise<string[]> {
      const ids = newIds(count);
      await write(
        (tx) => tx`
          insert into post_comments (id, post_id, author_id, content, created_at, write_id)
          select id, ${post}, ${author}, 'well said', ${AT}, ${WRITE} from unnest(${ids}::uuid[]) as id`,
        ids.map((id) => ({ scopes: [scope.friends(author)], collection: 'comments', id })),
      );
      return ids;
    },

    async messages(sender: string, group: string, count: number): Promise<string[]> {
      const ids = newIds(count);
      await write(
        (tx) => tx`
          insert into group_messages (id, group_id, sender_id, content, created_at, write_id)
          select id, ${group}, ${sender}, 'on my way', ${AT}, ${WRITE} from unnest(${ids}::uuid[]) as id`,
        ids.map((id) => ({ scopes: [scope.group(group)], collection: 'group_messages', id })),
      );
      return ids;
    },

    /** Each of these people adds each of these emoji to each of these posts of the author. */
    reactions: (author: string, posts: readonly string[], people: readonly string[], emoji: readonly string[]) =>
      write(
        (tx) => tx`
          insert into post_reactions (target_type, target_id, post_id, user_id, emoji_code, created_at, write_id)
          select 'post', post, post, person, emoji, ${AT}, ${WRITE}
          from unnest(${[...posts]}::uuid[]) as post, unnest(${[...people]}::uuid[]) as person, unnest(${[...emoji]}::text[]) as emoji`,
        posts.flatMap((target_id) =>
          people.flatMap((user_id) =>
            emoji.map((emoji_code) => ({
              scopes: [scope.friends(author)],
              collection: 'reactions',
              id: reactionId({ target_id, user_id, emoji_code }),
            })),
          ),
        ),
      ),

    async notifications(member: string, count: number): Promise<void> {
      const ids = newIds(count);
      await write(
        (tx) => tx`
          insert into notifications (id, user_id, notification_type, write_id)
          select id, ${member}, 'friend_request_sent', ${WRITE} from unnest(${ids}::uuid[]) as id`,
        ids.map((id) => ({ scopes: [scope.self(member)], collection: 'notifications', id })),
      );
    },

    // The change log has no entry for a block itself, because no device has a row for it. The times of blocks have microseconds, which are
    // not sent.
    blocks: (member: string, others: readonly string[]) =>
      write(
        (tx) => tx`
          with settled as (
            insert into settings (user_id, key, value, write_id)
            select ${member}, 'blocked|' || id, 'on', ${WRITE} from unnest(${[...others]}::uuid[]) as id
          )
          insert into blocks (blocker_id, blocked_id, created_at)
          select ${member}, b.id, ${AT}::timestamptz + b.nth * interval '1 microsecond'
          from unnest(${[...others]}::uuid[]) with ordinality as b (id, nth)`,
        others.map((other) => ({
          scopes: [scope.self(member)],
          collection: 'settings',
          id: settingId(member, settingKey.blocked(other)),
        })),
      ),

    async sessions(member: string, count: number): Promise<string[]> {
      const ids = newIds(count);
      await write(
        (tx) => tx`
          insert into sessions (id, user_id, family_hash, token_hash, expires_at, last_used_at)
          select s.id, ${member}, '', '', now() + interval '1 day', ${AT}::timestamptz + s.nth * interval '1 microsecond'
          from unnest(${ids}::uuid[]) with ordinality as s (id, nth)`,
      );
      return ids;
    },

    passkeys: (member: string, count: number) =>
      write(
        (tx) => tx`
          insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, backed_up)
          select id, ${member}, id::text, '', 0, '{}', 'A key', false from unnest(${newIds(count)}::uuid[]) as id`,
      ),
  };
}
