/** Members who act through the real commands over a real database, by pushes as their devices do. */
import { v7 as uuid } from 'uuid';
import { friendRowId } from '../../schemas/friends/friend-row-id.ts';
import { groupMemberId } from '../../schemas/groups/group-member-id.ts';
import type { GroupRole } from '../../schemas/groups/group-roles.ts';
import type { Photo } from '../../schemas/images/photo.ts';
import type { VisibilityType } from '../../schemas/posts/visibility.ts';
import { settingId } from '../../schemas/profiles/setting-keys.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { PushAnswer, WireDocument } from '../../schemas/protocol/sync.ts';
import { reactionId } from '../../schemas/reactions/reaction-id.ts';
import type { ReactionTarget } from '../../schemas/reactions/reaction-target.ts';
import { hashPassword } from '../../sync-server/accounts/secrets/secrets.ts';
import { insertAccount } from '../../sync-server/accounts/sign-up/insert-account.ts';
import type { Database } from '../../sync-server/db/pool/transaction.ts';
import { attachInvitations } from '../../sync-server/features/friends/invitations/attach-invitations.ts';
import type { SyncEngine } from '../../sync-server/sync/create-engine.ts';

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** The password of every member of a circle. */
export const PASSWORD = 'correct horse 7';
let passwordHash: Promise<string> | undefined;

interface PostOptions {
  readonly content?: string;
  readonly audience?: VisibilityType;
  readonly chosen?: readonly Member[];
  readonly photos?: readonly Photo[];
}

export type Circle = ReturnType<typeof createCircle>;

/** The row of an answer, without the fields that only replication needs. */
export function rowOf({ document }: PushAnswer): Record<string, unknown> {
  const { scope: _scope, write_id: _writeId, ...row } = document ?? { scope: 0, write_id: '' };
  return row;
}

/** The result of each push: null, or the code of the refusal. */
export const codesOf = (answers: readonly PushAnswer[]) => answers.map((answer) => answer.code);

const someTime = '2026-01-01T00:00:00.000Z';

/** `ana.ribeiro@kith.test` for Ana Ribeiro. A circle uses each name once. */
export const addressOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '.')}@kith.test`;

export function createCircle({ engine, database }: { readonly engine: SyncEngine; readonly database: Database }) {
  async function push(
    member: Member,
    collection: CollectionName,
    document: { id: string; write_id?: string } & Record<string, unknown>,
    assumed: readonly string[] = [],
  ): Promise<PushAnswer> {
    const [answer] = await engine.push({ userId: member.id }, [
      { collection, assumed: [...assumed], document: { ...document, write_id: document.write_id ?? uuid() } },
    ]);
    if (!answer) throw new Error('a change was not answered');
    // Tests read the tables directly, and so skip the calls that wait until everything is announced.
    await engine.settled();
    return answer;
  }

  /** A push that must succeed. */
  async function done(...args: Parameters<typeof push>): Promise<PushAnswer> {
    const answer = await push(...args);
    if (answer.code !== null) throw new Error(`refused: ${answer.code}`);
    return answer;
  }

  const circle = {
    engine,
    database,
    push,
    done,

    /** A new member, who can sign in with `PASSWORD`. The default email address is unique. */
    async signUp(name: string, options: { verified?: boolean; email?: string } = {}): Promise<Member> {
      const member = { id: uuid(), name, email: options.email ?? `${name.toLowerCase()}-${uuid()}@kith.test` };
      if (options.verified !== false) await circle.verify(member);
      return member;
    },

    /** Verifies the email address of a sign-up. From here on the account exists. */
    async verify({ id, name, email }: Member): Promise<void> {
      passwordHash ??= hashPassword(PASSWORD);
      const account = { id, name, email, passwordHash: await passwordHash };
      await engine.system(async (context) => {
        await insertAccount(context, account);
        await attachInvitations(context, id, email);
      });
    },

    invitationDocument: (from: Member, to: { email: string } | { member: string }) => ({
      id: uuid(),
      kind: 'friend',
      inviter_id: from.id,
      invited_email: 'email' in to ? to.email : null,
      receiver_user_id: 'member' in to ? to.member : null,
      group_id: null,
      status: 'pending',
    }),

    /** Sends an invitation and returns its id. */
    async invite(from: Member, to: { email: string } | { member: string }): Promise<string> {
      return (await done(from, 'invitations', circle.invitationDocument(from, to))).id;
    },

    respond: (member: Member, id: string, status: 'accepted' | 'declined') => push(member, 'invitations', { id, kind: 'friend', status }),

    async befriend(a: Member, b: Member): Promise<void> {
      const id = await circle.invite(a, { member: b.id });
      await done(b, 'invitations', { id, kind: 'friend', status: 'accepted' });
    },

    unfriend: (a: Member, b: Member) => push(a, 'friends', { id: friendRowId(a.id, b.id), _deleted: true }),

    postDocument: (author: Member, options: PostOptions = {}) => ({
      id: uuid(),
      author_id: author.id,
      content: options.content ?? 'hello',
      photos: [...(options.photos ?? [])],
      visibility_type: options.audience ?? 'friends',
      specific_user_ids: (options.chosen ?? []).map((member) => member.id),
      created_at: someTime,
      edited_at: null,
    }),

    async post(author: Member, options: PostOptions = {}): Promise<string> {
      return (await done(author, 'posts', circle.postDocument(author, options))).id;
    },

    commentDocument: (author: Member, post_id: string, content = 'well said') => ({
      id: uuid(),
      post_id,
      author_id: author.id,
      content,
      is_deleted: false,
    }),

    async comment(author: Member, post: string, content?: string): Promise<string> {
      return (await done(author, 'comments', circle.commentDocument(author, post, content))).id;
    },

    reactionDocument(member: Member, target_type: ReactionTarget, target_id: string, emoji_code = '👍') {
      const key = { target_id, user_id: member.id, emoji_code };
      return { ...key, id: reactionId(key), target_type };
    },

    async react(member: Member, target_type: ReactionTarget, target_id: string, emoji_code?: string): Promise<string> {
      return (await done(member, 'reactions', circle.reactionDocument(member, target_type, target_id, emoji_code))).id;
    },

    groupDocument: (founder: Member, name = 'Sunday walks', description: string | null = null) => ({
      id: uuid(),
      name,
      description,
      founder_id: founder.id,
      created_at: someTime,
    }),

    groupInvitationDocument: (from: Member, group_id: string, to: { email: string } | { member: string }) => ({
      ...circle.invitationDocument(from, to),
      kind: 'group',
      group_id,
    }),

    /** Invites into a group and returns the invitation's id. The two must be friends. */
    async inviteToGroup(from: Member, group: string, to: Member): Promise<string> {
      return (await done(from, 'invitations', circle.groupInvitationDocument(from, group, { member: to.id }))).id;
    },

    respondToGroup: (member: Member, id: string, status: 'accepted' | 'declined') =>
      push(member, 'invitations', { id, kind: 'group', status }),

    /** Brings a friend of `from` into the group; `from` must be allowed to invite. */
    async join(from: Member, group: string, member: Member): Promise<void> {
      const id = await circle.inviteToGroup(from, group, member);
      await done(member, 'invitations', { id, kind: 'group', status: 'accepted' });
    },

    /** A group of this owner with these friends as members. */
    async group(owner: Member, ...members: readonly Member[]): Promise<string> {
      const { id } = await done(owner, 'groups', circle.groupDocument(owner));
      for (const member of members) await circle.join(owner, id, member);
      return id;
    },

    /** The roles in a group, by the names of its members. */
    async roles(group: string): Promise<Record<string, GroupRole>> {
      const rows = await database.read(
        (tx) => tx<{ name: string; role: GroupRole }[]>`
          select p.name, m.role from group_members m join profiles p on p.id = m.user_id where m.group_id = ${group}`,
      );
      return Object.fromEntries(rows.map((row) => [row.name, row.role]));
    },

    leave: (member: Member, group: string) => push(member, 'group_members', { id: groupMemberId(group, member.id), _deleted: true }),

    removeFromGroup: (by: Member, group: string, member: Member) =>
      push(by, 'group_members', { id: groupMemberId(group, member.id), _deleted: true }),

    /** Sets a role, based on the row as `by` sees it now. */
    async setRole(by: Member, group: string, member: Member, role: GroupRole): Promise<PushAnswer> {
      const id = groupMemberId(group, member.id);
      const visibleRow = await circle.visibleRow(by, 'group_members', id);
      return push(by, 'group_members', { ...visibleRow, id, write_id: uuid(), role }, visibleRow ? [visibleRow.write_id] : []);
    },

    messageDocument: (sender: Member, group_id: string, content = 'who comes along?', reply_to_id: string | null = null) => ({
      id: uuid(),
      group_id,
      sender_id: sender.id,
      content,
      photos: [] as Photo[],
      reply_to_id,
      is_deleted: false,
    }),

    async message(sender: Member, group: string, content?: string, replyTo?: string): Promise<string> {
      return (await done(sender, 'group_messages', circle.messageDocument(sender, group, content, replyTo))).id;
    },

    /** A member chooses this value of a setting, on a device that has the one before. */
    async setSetting(member: Member, key: string, value: string): Promise<void> {
      const id = settingId(member.id, key);
      const held = await circle.visibleRow(member, 'settings', id);
      await done(member, 'settings', { id, user_id: member.id, key, value }, held ? [held.write_id] : []);
    },

    /** The row as the member's device would store it now; undefined where the member cannot see it. */
    async visibleRow(member: Member, collection: CollectionName, id: string): Promise<WireDocument | undefined> {
      return (await database.read((tx) => engine.visible(tx, member.id, collection, [id]))).get(id);
    },

    /** The member's notifications, oldest first, as `type by`. Leaves out notifications about friend requests. */
    async notifications(member: Member): Promise<string[]> {
      const rows = await database.read(
        (tx) => tx<{ notification_type: string; name: string | null }[]>`
          select n.notification_type, p.name from notifications n left join profiles p on p.id = n.related_user_id
          where n.user_id = ${member.id} and n.notification_type not like 'friend_request%' order by n.created_at, n.id`,
      );
      return rows.map((row) => `${row.notification_type} ${row.name}`);
    },
  };
  return circle;
}
