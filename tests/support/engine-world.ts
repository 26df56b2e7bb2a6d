/**
 * The sync engine without the product's rules, for tests of the engine itself: members, friendships, posts and comments, each made by the
 * shortest command that records its change. The engine, the change log and the database are real. The counterpart is `circle.ts`, where
 * members act by the product's own commands under all of its rules.
 */
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { allow, refuse, type Verdict } from '../../schemas/base/refusal.ts';
import { type CollectionName, collectionNames } from '../../schemas/protocol/collections.ts';
import type { PushChange } from '../../schemas/protocol/sync.ts';
import type { ServerRealm } from '../../sync-server/base/server-realm.ts';
import type { Database } from '../../sync-server/db/pool/transaction.ts';
import type { CommandContext } from '../../sync-server/sync/command.ts';
import { createEngine } from '../../sync-server/sync/create-engine.ts';
import type { CollectionFeature, CollectionFeatures, RowRef } from '../../sync-server/sync/feature.ts';
import { takeId } from '../../sync-server/sync/push/used-ids.ts';
import { type ScopeName, scope } from '../../sync-server/sync/scope-name.ts';
import type { StreamTiming } from '../../sync-server/sync/streams/broadcaster.ts';

export type Audience = 'friends' | 'public' | 'private' | 'specific';

const scopesOf = (author: string, audience: Audience, named: readonly string[]): ScopeName[] => {
  if (audience === 'friends') return [scope.friends(author)];
  if (audience === 'public') return [scope.network(author)];
  return [scope.self(author), ...(audience === 'specific' ? named.map((reader) => scope.pair(author, reader)) : [])];
};

async function scopesOfPost({ tx }: CommandContext, post: string): Promise<ScopeName[]> {
  const [row] = await tx<{ author_id: string; visibility_type: Audience; named: string[] }[]>`
    select author_id, visibility_type, array(select user_id from post_visibility where post_id = p.id) as named from posts p where id = ${post}`;
  return row ? scopesOf(row.author_id, row.visibility_type, row.named) : [];
}

const place = (refs: readonly RowRef[], rows: readonly { id: string; write_id: string }[]) =>
  refs.flatMap((ref) => {
    const row = rows.find((one) => one.id === ref.id);
    return row ? [{ ref, row: { ...row } }] : [];
  });
const idsOf = (refs: readonly RowRef[]) => refs.map((ref) => ref.id);

export async function writePost(
  context: CommandContext,
  post: { id: string; content: string; audience?: Audience; named?: readonly string[] },
): Promise<Verdict> {
  const { tx, actor, writeId } = context;
  const audience = post.audience ?? 'friends';
  if (!(await takeId(context, post.id))) return refuse('INVALID');
  await tx`insert into posts (id, author_id, content, visibility_type, write_id)
    values (${post.id}, ${actor.userId}, ${post.content}, ${audience}, ${writeId})`;
  for (const reader of post.named ?? []) await tx`insert into post_visibility (post_id, user_id) values (${post.id}, ${reader})`;
  context.record({ scopes: scopesOf(actor.userId, audience, post.named ?? []), collection: 'posts', id: post.id });
  return allow;
}

export async function editPost(context: CommandContext, id: string, content: string): Promise<Verdict> {
  await context.tx`update posts set content = ${content}, write_id = ${context.writeId} where id = ${id}`;
  context.record({ scopes: await scopesOfPost(context, id), collection: 'posts', id });
  return allow;
}

export async function deletePost(context: CommandContext, id: string): Promise<Verdict> {
  const scopes = await scopesOfPost(context, id);
  const comments = await context.tx<{ id: string }[]>`select id from post_comments where post_id = ${id}`;
  await context.tx`delete from posts where id = ${id}`;
  context.record({ scopes, collection: 'posts', id, removed: true });
  for (const comment of comments) context.record({ scopes, collection: 'comments', id: comment.id, removed: true });
  return allow;
}

/** Gives a post another audience: the post and its comments leave their old scopes and enter the new ones. */
export async function movePost(context: CommandContext, id: string, audience: Audience, named: readonly string[]): Promise<Verdict> {
  const { tx, actor, writeId } = context;
  const before = await scopesOfPost(context, id);
  await tx`update posts set visibility_type = ${audience}, write_id = ${writeId} where id = ${id}`;
  await tx`delete from post_visibility where post_id = ${id}`;
  for (const reader of named) await tx`insert into post_visibility (post_id, user_id) values (${id}, ${reader})`;
  const after = scopesOf(actor.userId, audience, named);
  const key = (one: ScopeName) => `${one.kind} ${one.owner} ${one.other}`;
  const leftScopes = before.filter((one) => !after.some((other) => key(other) === key(one)));
  const comments = await tx<{ id: string }[]>`select id from post_comments where post_id = ${id}`;
  const rows = [{ collection: 'posts' as const, id }, ...comments.map((comment) => ({ collection: 'comments' as const, id: comment.id }))];
  for (const row of rows) {
    context.record({ ...row, scopes: leftScopes, removed: true });
    context.record({ ...row, scopes: after });
  }
  return allow;
}

export async function writeComment(context: CommandContext, comment: { id: string; post_id: string; content: string }): Promise<Verdict> {
  await context.tx`insert into post_comments (id, post_id, author_id, content, write_id)
    values (${comment.id}, ${comment.post_id}, ${context.actor.userId}, ${comment.content}, ${context.writeId})`;
  context.record({ scopes: await scopesOfPost(context, comment.post_id), collection: 'comments', id: comment.id });
  return allow;
}

const posts: CollectionFeature = {
  load: async (tx, refs) => {
    const rows = await tx<{ id: string; write_id: string }[]>`
      select id, author_id, content, visibility_type, write_id from posts where id = any(${idsOf(refs)}::uuid[])`;
    return place(refs, rows);
  },
  push: async (context: CommandContext, { document }: PushChange) => {
    if (document._deleted) return deletePost(context, document.id);
    const content = String(document.content);
    if (content === 'a bug') throw new TypeError('a mistake in a command');
    if (content === 'cut') await context.tx`select pg_terminate_backend(pg_backend_pid())`;
    if (content === 'refused') return refuse('NOT_ALLOWED');
    const [held] = await context.tx`select 1 from posts where id = ${document.id}`;
    return held ? editPost(context, document.id, content) : writePost(context, { id: document.id, content });
  },
};

const comments: CollectionFeature = {
  load: async (tx, refs) => {
    const rows = await tx<{ id: string; write_id: string }[]>`
      select id, post_id, author_id, content, write_id from post_comments where id = any(${idsOf(refs)}::uuid[])`;
    return place(refs, rows);
  },
  push: async (context: CommandContext, { document }: PushChange) =>
    writeComment(context, { id: document.id, post_id: String(document.post_id), content: String(document.content) }),
};

const nothing: CollectionFeature = { load: async () => [], push: async () => refuse('UNKNOWN_WRITE') };

const worldFeatures: CollectionFeatures = {
  ...(Object.fromEntries(collectionNames.map((name) => [name, nothing])) as Record<CollectionName, CollectionFeature>),
  posts,
  comments,
};

export type EngineWorld = ReturnType<typeof createEngineWorld>;

export function createEngineWorld(database: Database, timing: Partial<StreamTiming> = {}, realm?: ServerRealm) {
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const engine = createEngine({
    database,
    features: worldFeatures,
    limits: { maxDirectFriends: 8, invitationsPerDay: 20, firstInvitations: 20 },
    queueMail: async (tx, mail) => {
      await tx`select ${mail.to}::text`;
    },
    log,
    // The test decides which sessions are open, so all of them count as live.
    readLiveSessions: async (_tx, ids) => new Set(ids),
    timing,
    ...(realm ? { realm } : {}),
  });
  const act = (member: string, command: (context: CommandContext) => Promise<Verdict>, writeId: string = uuid()) =>
    engine.run({ userId: member }, writeId, command);

  return {
    engine,
    log,
    logged,
    act,
    /** A new member, with their own scope. */
    async member(): Promise<string> {
      const id = uuid();
      await engine.system(async ({ tx, record }) => {
        await tx`insert into users (id, email) values (${id}, ${`${id}@example.org`})`;
        record({ scopes: [scope.self(id)], collection: 'settings', id: `${id}|theme` });
      });
      return id;
    },
    befriend: (a: string, b: string) =>
      engine.system(async ({ tx, membersMoved }) => {
        await tx`insert into friends (user_id, friend_id, write_id) values (${a}, ${b}, ${uuid()}), (${b}, ${a}, ${uuid()}) on conflict do nothing`;
        membersMoved([a, b]);
      }),
    unfriend: (a: string, b: string) =>
      engine.system(async ({ tx, membersMoved }) => {
        await tx`delete from friends where (user_id, friend_id) in ((${a}, ${b}), (${b}, ${a}))`;
        membersMoved([a, b]);
      }),
    async post(author: string, options: { content?: string; audience?: Audience; named?: readonly string[] } = {}): Promise<string> {
      const id = uuid();
      await act(author, (context) => writePost(context, { content: 'hello', ...options, id }));
      return id;
    },
    async comment(author: string, post: string, content = 'well'): Promise<string> {
      const id = uuid();
      await act(author, (context) => writeComment(context, { id, post_id: post, content }));
      return id;
    },
  };
}
