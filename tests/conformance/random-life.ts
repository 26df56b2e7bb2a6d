/** A small circle that lives at random, several acts at the same time: every kind of row is made, moved and deleted. */
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { groupMemberId } from '../../schemas/groups/group-member-id.ts';
import { visibilityTypes } from '../../schemas/posts/visibility.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Tx } from '../../sync-server/db/pool/transaction.ts';
import type { Member } from '../support/circle.ts';
import type { OpenCircle } from '../support/fixtures/circle.ts';

const MEMBERS = 5;

const kinds = [
  'invite',
  'invite by address',
  'accept',
  'decline',
  'cancel',
  'unfriend',
  'block',
  'unblock',
  'post',
  'edit post',
  'change audience',
  'delete post',
  'comment',
  'edit comment',
  'delete comment',
  'react',
  'unreact',
  'found group',
  'edit group',
  'delete group',
  'invite to group',
  'join group',
  'decline group',
  'cancel group',
  'leave',
  'remove',
  'set role',
  'message',
  'edit message',
  'delete message',
  'react to message',
  'rename',
  'theme',
  'mark read',
  'delete notification',
] as const;
export type ActKind = (typeof kinds)[number];
export const actKinds: readonly ActKind[] = kinds;

/** Acts that make a life possible come more often than acts that end it. */
const often: Partial<Record<ActKind, number>> = {
  invite: 5,
  accept: 6,
  post: 8,
  comment: 8,
  react: 8,
  'found group': 4,
  'invite to group': 8,
  'join group': 8,
  message: 8,
  'change audience': 6,
  unfriend: 1,
  block: 1,
  'delete post': 1,
  'delete group': 1,
};

export const act = fc.record({
  kind: fc.oneof(...kinds.map((kind) => ({ weight: often[kind] ?? 2, arbitrary: fc.constant(kind) }))),
  who: fc.nat(MEMBERS - 1),
  other: fc.nat(MEMBERS - 1),
  pick: fc.nat(10_000),
});
export type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

/** The acts of an inner list happen at the same time. */
export const life = fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 20, maxLength: 45, size: 'max' });

type Document = { readonly id: string } & Record<string, unknown>;

interface Made {
  readonly id: string;
  readonly by: Member;
  readonly to: Member | undefined;
}

/** Plays this life with new members, and counts the acts that were carried out. */
export async function live(circle: OpenCircle, steps: readonly (readonly Act[])[], carriedOut: Map<ActKind, number>): Promise<void> {
  const members: Member[] = [];
  for (let i = 0; i < MEMBERS; i += 1) members.push(await circle.signUp(`M${i}`));
  // Some are friends from the start. Otherwise most lives would be spent on making friends.
  for (const [a, b] of [
    [0, 1],
    [1, 2],
    [0, 3],
  ] as const) {
    await circle.befriend(members[a] as Member, members[b] as Member);
  }
  const made: Record<'posts' | 'comments' | 'invitations' | 'groups' | 'groupInvitations' | 'messages' | 'reactions', Made[]> = {
    posts: [],
    comments: [],
    invitations: [],
    groups: [],
    groupInvitations: [],
    messages: [],
    reactions: [],
  };

  const byId = (id: string | undefined) => members.find((member) => member.id === id);
  /** Reads an id from the tables, for acts that depend on what others did. */
  const ask = async (question: (tx: Tx) => Promise<readonly { id: string }[]>, pick: number): Promise<string | undefined> => {
    const rows = await circle.database.read(question);
    return rows[pick % Math.max(1, rows.length)]?.id;
  };
  const membersOf = (group: string) => (tx: Tx) =>
    tx<{ id: string }[]>`select user_id as id from group_members where group_id = ${group} order by 1`;

  async function push(by: Member, collection: CollectionName, document: Document): Promise<boolean> {
    const held = await circle.visibleRow(by, collection, document.id);
    return (await circle.push(by, collection, { ...held, ...document, write_id: uuid() }, held ? [held.write_id] : [])).code === null;
  }
  async function make(name: keyof typeof made, by: Member, collection: CollectionName, document: Document, to?: Member): Promise<boolean> {
    const done = await push(by, collection, document);
    if (done) made[name].push({ id: document.id, by, to });
    return done;
  }

  async function carryOut({ kind, who, other: otherIndex, pick }: Act): Promise<boolean> {
    const me = members[who] as Member;
    const other = members[otherIndex] as Member;
    const one = (name: keyof typeof made): Made | undefined => made[name][pick % Math.max(1, made[name].length)];
    /** Changes a row as the member who made it. */
    const change = async (name: keyof typeof made, collection: CollectionName, fields: Record<string, unknown>) => {
      const row = one(name);
      return row !== undefined && push(row.by, collection, { id: row.id, ...fields });
    };
    const audience = () => {
      const visibility_type = visibilityTypes[pick % visibilityTypes.length] ?? 'private';
      const chosen = members.filter((_, index) => index !== who && (index + pick) % 3 === 0);
      return { visibility_type, specific_user_ids: visibility_type === 'specific' ? chosen.map((member) => member.id) : [] };
    };
    const group = one('groups');
    switch (kind) {
      case 'invite':
        return make('invitations', me, 'invitations', circle.invitationDocument(me, { member: other.id }), other);
      case 'invite by address':
        return make('invitations', me, 'invitations', circle.invitationDocument(me, { email: other.email }), other);
      case 'accept':
      case 'decline': {
        const row = one('invitations');
        const status = kind === 'accept' ? 'accepted' : 'declined';
        return row?.to !== undefined && push(row.to, 'invitations', { id: row.id, kind: 'friend', status });
      }
      case 'cancel':
        return change('invitations', 'invitations', { _deleted: true });
      case 'unfriend':
        return me !== other && (await circle.unfriend(me, other)).code === null;
      case 'block':
        return me !== other && (await circle.rest(me, 'PUT', `/profiles/${other.id}/block`)).status === 200;
      case 'unblock':
        return me !== other && (await circle.rest(me, 'DELETE', `/profiles/${other.id}/block`)).status === 200;
      case 'post':
        return make('posts', me, 'posts', { ...circle.postDocument(me), ...audience() });
      case 'edit post':
        return change('posts', 'posts', { content: `edited ${pick}` });
      case 'change audience':
        return change('posts', 'posts', audience());
      case 'delete post':
        return change('posts', 'posts', { _deleted: true });
      case 'comment': {
        const post = one('posts');
        return post !== undefined && make('comments', me, 'comments', circle.commentDocument(me, post.id));
      }
      case 'edit comment':
        return change('comments', 'comments', { content: `edited ${pick}` });
      case 'delete comment':
        return change('comments', 'comments', { is_deleted: true });
      case 'react': {
        const type = pick % 2 === 0 ? 'post' : 'comment';
        const target = one(type === 'post' ? 'posts' : 'comments');
        return target !== undefined && make('reactions', me, 'reactions', circle.reactionDocument(me, type, target.id));
      }
      case 'unreact':
        return change('reactions', 'reactions', { _deleted: true });
      case 'found group':
        return make('groups', me, 'groups', circle.groupDocument(me));
      case 'edit group':
        return change('groups', 'groups', { name: `renamed ${pick}` });
      case 'delete group':
        return change('groups', 'groups', { _deleted: true });
      case 'invite to group': {
        if (!group) return false;
        const friend = byId(
          await ask((tx) => tx<{ id: string }[]>`select friend_id as id from friends where user_id = ${group.by.id} order by 1`, pick),
        );
        if (!friend) return false;
        const invitation = circle.groupInvitationDocument(group.by, group.id, { member: friend.id });
        return make('groupInvitations', group.by, 'invitations', invitation, friend);
      }
      case 'join group':
      case 'decline group': {
        const row = one('groupInvitations');
        const status = kind === 'join group' ? 'accepted' : 'declined';
        return row?.to !== undefined && push(row.to, 'invitations', { id: row.id, kind: 'group', status });
      }
      case 'cancel group':
        return change('groupInvitations', 'invitations', { _deleted: true });
      case 'leave': {
        const member = group && byId(await ask(membersOf(group.id), pick));
        return member !== undefined && push(member, 'group_members', { id: groupMemberId(group?.id ?? '', member.id), _deleted: true });
      }
      case 'remove': {
        const member = group && byId(await ask(membersOf(group.id), pick));
        return (
          group !== undefined &&
          member !== undefined &&
          push(group.by, 'group_members', { id: groupMemberId(group.id, member.id), _deleted: true })
        );
      }
      case 'set role': {
        const member = group && byId(await ask(membersOf(group.id), pick));
        const role = (['member', 'admin', 'owner'] as const)[pick % 3] ?? 'member';
        return group !== undefined && member !== undefined && (await circle.setRole(group.by, group.id, member, role)).code === null;
      }
      case 'message': {
        const member = group && byId(await ask(membersOf(group.id), pick));
        return (
          group !== undefined &&
          member !== undefined &&
          make('messages', member, 'group_messages', circle.messageDocument(member, group.id))
        );
      }
      case 'edit message':
        return change('messages', 'group_messages', { content: `edited ${pick}` });
      case 'delete message':
        return change('messages', 'group_messages', { is_deleted: true });
      case 'react to message': {
        const message = one('messages');
        return (
          message !== undefined && make('reactions', message.by, 'reactions', circle.reactionDocument(message.by, 'message', message.id))
        );
      }
      case 'rename':
        return push(me, 'profiles', { id: me.id, name: `Renamed ${pick}` });
      case 'theme':
        return push(me, 'settings', { id: `${me.id}|theme`, user_id: me.id, key: 'theme', value: pick % 2 === 0 ? 'dark' : 'light' });
      case 'mark read':
      case 'delete notification': {
        const row = await circle.database.read(
          (tx) => tx<{ id: string; by: string }[]>`
            select id, user_id as by from notifications where user_id = any (${members.map((member) => member.id)}) order by id limit 20`,
        );
        const notifications = row[pick % Math.max(1, row.length)];
        const by = byId(notifications?.by);
        if (!notifications || !by) return false;
        return push(
          by,
          'notifications',
          kind === 'mark read' ? { id: notifications.id, is_read: true } : { id: notifications.id, _deleted: true },
        );
      }
    }
  }

  for (const together of steps) {
    await Promise.all(
      together.map(async (one) => {
        if (await carryOut(one)) carriedOut.set(one.kind, (carriedOut.get(one.kind) ?? 0) + 1);
      }),
    );
  }
}
