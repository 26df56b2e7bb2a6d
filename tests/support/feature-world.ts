/**
 * Members who act through the real commands over a real database: by pushes, as their devices do, and by REST. Only the guard
 * is left out: a request says itself who sends it.
 */
import { Hono } from 'hono';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { friendRowId } from '../../schemas/friends/friend.ts';
import { groupMemberId } from '../../schemas/groups/group.ts';
import type { GroupRole } from '../../schemas/groups/group-roles.ts';
import type { VisibilityType } from '../../schemas/posts/post.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { PushAnswer, WireDocument } from '../../schemas/protocol/sync.ts';
import { type ReactionTarget, reactionId } from '../../schemas/reactions/reaction.ts';
import { readLiveSessions } from '../../sync-server/accounts/sessions.ts';
import type { Database } from '../../sync-server/db/transaction.ts';
import { collectionFeatures } from '../../sync-server/features/collection-features.ts';
import { attachInvitations } from '../../sync-server/features/friends/attach-invitations.ts';
import { featureRoutes } from '../../sync-server/features/routes.ts';
import type { AppEnv } from '../../sync-server/http/app-env.ts';
import { errorHandler, notFoundHandler } from '../../sync-server/http/errors.ts';
import type { Mail } from '../../sync-server/sync/command-context.ts';
import { createEngine } from '../../sync-server/sync/create-engine.ts';
import { scope } from '../../sync-server/sync/feature.ts';

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface RestAnswer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

interface PostOptions {
  readonly content?: string;
  readonly audience?: VisibilityType;
  readonly chosen?: readonly Member[];
}

export type FeatureWorld = ReturnType<typeof createFeatureWorld>;

/** The row of an answer, without what only replication needs. */
export function rowOf({ document }: PushAnswer): Record<string, unknown> {
  const { scope: _scope, write_id: _writeId, ...row } = document ?? { scope: 0, write_id: '' };
  return row;
}

/** What became of each of these pushes: null, or why it was refused. */
export const codesOf = (answers: readonly PushAnswer[]) => answers.map((answer) => answer.code);

const someTime = '2026-01-01T00:00:00.000Z';

export function createFeatureWorld(database: Database, limits = { maxDirectFriends: 8, invitationsPerDay: 20 }) {
  const mails: Mail[] = [];
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const engine = createEngine({
    database,
    features: collectionFeatures,
    limits,
    queueMail: async (_tx, mail) => void mails.push(mail),
    readLiveSessions,
    log,
  });
  const app = new Hono<AppEnv>();
  app.onError(errorHandler(log));
  app.notFound(notFoundHandler);
  app.use(async (c, next) => {
    c.set('actor', { userId: c.req.header('x-member') ?? '' });
    await next();
  });
  app.route('/api', featureRoutes({ engine, database, limits }));

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
    // Tests look into the tables themselves, past what waits for this.
    await engine.settled();
    return answer;
  }

  /** A push that has to be carried out. */
  async function done(...args: Parameters<typeof push>): Promise<PushAnswer> {
    const answer = await push(...args);
    if (answer.code !== null) throw new Error(`refused: ${answer.code}`);
    return answer;
  }

  const world = {
    engine,
    log,
    database,
    mails,
    logged,
    push,
    done,

    async signUp(name: string, options: { verified?: boolean; email?: string } = {}): Promise<Member> {
      const id = uuid();
      const email = options.email ?? `${name.toLowerCase()}-${id}@kith.test`;
      await engine.system(async (context) => {
        await context.tx`insert into users (id, email) values (${id}, ${email})`;
        await context.tx`insert into profiles (id, name, write_id) values (${id}, ${name}, ${context.writeId})`;
        context.record({ scopes: [scope.network(id)], collection: 'profiles', id });
        context.record({ scopes: [scope.friends(id)], collection: 'contacts', id });
      });
      const member = { id, name, email };
      if (options.verified !== false) await world.verify(member);
      return member;
    },

    verify: (member: Member) =>
      engine.system(async (context) => {
        await context.tx`update users set email_verified_at = now() where id = ${member.id}`;
        await attachInvitations(context, member.id, member.email);
      }),

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
      return (await done(from, 'invitations', world.invitationDocument(from, to))).id;
    },

    respond: (member: Member, id: string, status: 'accepted' | 'declined') => push(member, 'invitations', { id, kind: 'friend', status }),

    async befriend(a: Member, b: Member): Promise<void> {
      const id = await world.invite(a, { member: b.id });
      await done(b, 'invitations', { id, kind: 'friend', status: 'accepted' });
    },

    unfriend: (a: Member, b: Member) => push(a, 'friends', { id: friendRowId(a.id, b.id), _deleted: true }),

    postDocument: (author: Member, options: PostOptions = {}) => ({
      id: uuid(),
      author_id: author.id,
      content: options.content ?? 'hello',
      visibility_type: options.audience ?? 'friends',
      specific_user_ids: (options.chosen ?? []).map((member) => member.id),
      created_at: someTime,
      edited_at: null,
    }),

    async post(author: Member, options: PostOptions = {}): Promise<string> {
      return (await done(author, 'posts', world.postDocument(author, options))).id;
    },

    commentDocument: (author: Member, post_id: string, content = 'well said') => ({
      id: uuid(),
      post_id,
      author_id: author.id,
      content,
      is_deleted: false,
    }),

    async comment(author: Member, post: string, content?: string): Promise<string> {
      return (await done(author, 'comments', world.commentDocument(author, post, content))).id;
    },

    reactionDocument(member: Member, target_type: ReactionTarget, target_id: string, emoji_code = '👍') {
      const key = { target_id, user_id: member.id, emoji_code };
      return { ...key, id: reactionId(key), target_type };
    },

    async react(member: Member, target_type: ReactionTarget, target_id: string, emoji_code?: string): Promise<string> {
      return (await done(member, 'reactions', world.reactionDocument(member, target_type, target_id, emoji_code))).id;
    },

    groupDocument: (founder: Member, name = 'Sunday walks', description: string | null = null) => ({
      id: uuid(),
      name,
      description,
      founder_id: founder.id,
      created_at: someTime,
    }),

    groupInvitationDocument: (from: Member, group_id: string, to: { email: string } | { member: string }) => ({
      ...world.invitationDocument(from, to),
      kind: 'group',
      group_id,
    }),

    /** Invites into a group and returns the invitation's id. The two are friends. */
    async inviteToGroup(from: Member, group: string, to: Member): Promise<string> {
      return (await done(from, 'invitations', world.groupInvitationDocument(from, group, { member: to.id }))).id;
    },

    respondToGroup: (member: Member, id: string, status: 'accepted' | 'declined') =>
      push(member, 'invitations', { id, kind: 'group', status }),

    /** Brings in a friend of somebody who may invite. */
    async join(from: Member, group: string, member: Member): Promise<void> {
      const id = await world.inviteToGroup(from, group, member);
      await done(member, 'invitations', { id, kind: 'group', status: 'accepted' });
    },

    /** A group of the owner's with these friends of theirs. */
    async group(owner: Member, ...members: readonly Member[]): Promise<string> {
      const { id } = await done(owner, 'groups', world.groupDocument(owner));
      for (const member of members) await world.join(owner, id, member);
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

    /** Sets a role, upon what the one who does it holds now. */
    async setRole(by: Member, group: string, member: Member, role: GroupRole): Promise<PushAnswer> {
      const id = groupMemberId(group, member.id);
      const held = await world.held(by, 'group_members', id);
      return push(by, 'group_members', { ...held, id, write_id: uuid(), role }, held ? [held.write_id] : []);
    },

    messageDocument: (sender: Member, group_id: string, content = 'who comes along?', reply_to_id: string | null = null) => ({
      id: uuid(),
      group_id,
      sender_id: sender.id,
      content,
      reply_to_id,
      is_deleted: false,
    }),

    async message(sender: Member, group: string, content?: string, replyTo?: string): Promise<string> {
      return (await done(sender, 'group_messages', world.messageDocument(sender, group, content, replyTo))).id;
    },

    /** The row as the member's device would hold it now, undefined where it would not. */
    async held(member: Member, collection: CollectionName, id: string): Promise<WireDocument | undefined> {
      return (await database.read((tx) => engine.visible(tx, member.id, collection, [id]))).get(id);
    },

    /** What the member was told, oldest first, as `type by`. */
    async told(member: Member): Promise<string[]> {
      const rows = await database.read(
        (tx) => tx<{ notification_type: string; name: string | null }[]>`
          select n.notification_type, p.name from notifications n left join profiles p on p.id = n.related_user_id
          where n.user_id = ${member.id} and n.notification_type not like 'friend_request%' order by n.created_at, n.id`,
      );
      return rows.map((row) => `${row.notification_type} ${row.name}`);
    },

    async rest(member: Member, method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<RestAnswer> {
      const response = await app.request(`/api${path}`, {
        method,
        headers: { 'x-member': member.id, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, text, body: JSON.parse(text) };
    },

    close: () => engine.close(),
  };
  return world;
}
