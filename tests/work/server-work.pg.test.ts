/**
 * What the server does for each act: the statements that it sends, what Postgres reads for them, and the bytes of request, answer and
 * streams before compression. Nine members look at their devices: one with eight friends, and 2,000 posts among them.
 *
 * A bound changes only in a commit that says why.
 */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { type CollectionName, collectionNames } from '../../schemas/protocol/collections.ts';
import type { PullRequest, PullResponse, PushAnswer } from '../../schemas/protocol/sync.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { makeCircle } from '../bench/circle.ts';
import { seedCircle, seedWritten } from '../bench/seed-circle.ts';
import { type Member, PASSWORD } from '../support/circle.ts';
import { test as serverTest } from '../support/fixtures/server.ts';
import { statementsOf } from '../support/statements.ts';
import { until } from '../support/until.ts';
import { differences } from './differences.ts';

interface ServerWork {
  readonly statements: readonly string[];
  /**
   * Rows of tables and entries of indexes. There is room above what is counted: it depends on the plans of Postgres, and has what the
   * server reads by the clock, such as its queues.
   */
  readonly 'rows read': number;
  /** of the request and its answer */
  readonly 'bytes on the wire': number;
  /** to all nine devices together */
  readonly 'bytes in streams': number;
}

const transaction = (...statements: string[]) => ['begin', ...statements, 'commit'];

const asked = ['select live_sessions'];
/** A write that is not one statement: it is carried out once, recorded, and answered with what its author sees now. */
const written = (...statements: string[]) => [...asked, ...transaction('insert applied_writes', ...statements, 'select record_changes')];
const answered = (row: string) => transaction('with asked', `select ${row}`);

const bounds: Readonly<Record<string, ServerWork>> = {
  // The stream, and a pull of nothing.
  'start with 2,000 posts': {
    statements: [...asked, ...transaction('select epoch', 'select scope_readers'), ...asked, ...transaction('select epoch')],
    'rows read': 350,
    'bytes on the wire': 6_000,
    'bytes in streams': 0,
  },
  // Rows and bytes grow with the readers, the statements do not. One checks the session, the rules and the audience, writes, and records.
  'post to 8': {
    statements: ['select create_posts', 'select notify_of_posts'],
    'rows read': 280,
    'bytes on the wire': 800,
    'bytes in streams': 10_000,
  },
  comment: {
    statements: ['select create_comments', 'select notify_of_comments'],
    'rows read': 220,
    'bytes on the wire': 820,
    'bytes in streams': 5_500,
  },
  // Seven times a comment: a reaction is a command, not one statement.
  reaction: {
    statements: [
      ...written('select posts', 'select post_scopes', 'insert post_reactions', 'select notify_members', 'select post_reactions'),
      'select notification_rows',
      ...answered('post_reactions'),
    ],
    'rows read': 240,
    'bytes on the wire': 930,
    'bytes in streams': 5_600,
  },
  message: {
    statements: ['select create_messages', 'select notify_of_messages'],
    'rows read': 200,
    'bytes on the wire': 910,
    'bytes in streams': 4_600,
  },
  // Nearly all bytes are checkpoints: each of twelve collections has one, with a number for each scope, in the request and the answer.
  'pull of nothing': {
    statements: [...asked, ...transaction('select epoch')],
    'rows read': 300,
    'bytes on the wire': 6_000,
    'bytes in streams': 0,
  },
  // Two for each collection that has something new, and two for all of them: what was missed, and which have something.
  'pull of 100 rows': {
    statements: [
      ...asked,
      ...transaction(
        'select epoch',
        'select log_floors',
        'select changes',
        'select changes',
        'select post_rows',
        'select changes',
        'select comment_rows',
      ),
    ],
    'rows read': 600,
    'bytes on the wire': 57_000,
    'bytes in streams': 0,
  },
  // Three transactions: who it is, the new session, and the mail about it. Between the first two the password is checked.
  'sign-in': {
    statements: [
      ...transaction('select users', 'select sign_ups'),
      'select second_factors',
      ...transaction('select users', 'select users', 'delete sessions', 'insert sessions', 'delete sessions'),
      'select users',
      ...transaction('select users', 'with added'),
      'select users',
    ],
    'rows read': 160,
    'bytes on the wire': 700,
    'bytes in streams': 0,
  },
  // Both change who reads what, so the devices that see it get a frame that makes them pull: 66 bytes together.
  'invitation accepted': {
    statements: [
      ...written(
        'select friend_invitations',
        'select users',
        'select friend_invitations',
        'select friends',
        'update friend_invitations',
        'delete notifications',
        'insert friends',
        'select friends',
        'with tables',
        'select notify_members',
        'select users',
        'select profiles',
        'with added',
        'select friend_invitations',
        'select friends',
        'select notification_rows',
      ),
      ...answered('friend_invitations'),
    ],
    'rows read': 360,
    'bytes on the wire': 1_050,
    'bytes in streams': 66,
  },
  // The post, its comment and its reaction leave a scope and enter another.
  'audience narrowed': {
    statements: [
      'select applied_writes',
      ...written(
        'select posts',
        'select post_scopes',
        'select friends',
        'update posts',
        'delete post_visibility',
        'insert post_visibility',
        'select post_scopes',
        'select post_comments',
        'delete notifications',
        'select comment_rows',
        'select post_reactions',
        'select post_rows',
      ),
      ...answered('post_rows'),
    ],
    'rows read': 480,
    'bytes on the wire': 840,
    'bytes in streams': 6_200,
  },
};

const HOUR = 3_600_000;
const circleSize = { friends: 8, postsEach: 250, commentsPerPost: 1 };

/** The verb of a statement, and the function that it calls or the first table that it names. */
function nameOf(statement: string): string {
  const [verb = ''] = statement.split(' ', 1);
  const [, called] = /^select "?([a-z_]+)"?\(/.exec(statement) ?? [];
  const [, table = ''] = /\b(?:from|join|into|update|with) "?(?!unnest\b|lateral\b|ordinality\b)([a-z_]+)/.exec(statement) ?? [];
  return verb === 'begin' || verb === 'commit' ? verb : `${verb} ${called ?? table}`;
}

const test = serverTest
  // Heartbeats and beats come by the clock, not by an act.
  .extend('serverOptions', { scope: 'file' }, () => ({
    streamTiming: { heartbeatMs: HOUR, seldomHeartbeatMs: HOUR, beatMs: HOUR },
  }))
  .extend('seeded', { scope: 'file' }, async ({ db, server }) => {
    const seeded = makeCircle(circleSize, Date.now());
    await seedCircle(db.sql, seeded);
    // Mails and calls are sent later, at a pace of their own.
    await db.sql.unsafe(`
      create function rest() returns trigger language plpgsql as 'begin new.due_at = ''infinity''; return new; end';
      create trigger rest before insert on jobs for each row execute function rest()`);
    const tokens = new Map<string, string>();
    for (const { id } of seeded.members) tokens.set(id, (await server.sessions.open(id, 'a device')).accessToken);
    return { ...seeded, tokens };
  })
  /** the requests of members' devices, and the bytes that they have sent and received */
  .extend('wire', ({ server, seeded }) => {
    const headersOf = (member: string) => ({
      authorization: `Bearer ${seeded.tokens.get(member)}`,
      'content-type': 'application/json',
      [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
    });
    let bytes = 0;
    async function post<Answer>(member: string, path: string, body: unknown): Promise<Answer> {
      const sent = JSON.stringify(body);
      const response = await fetch(`${server.url}/api/${path}`, { method: 'POST', headers: headersOf(member), body: sent });
      const text = await response.text();
      expect(`${response.status} ${text}`).toMatch(/^200 /);
      bytes += Buffer.byteLength(sent) + Buffer.byteLength(text);
      return JSON.parse(text);
    }
    return {
      bytes: () => bytes,
      post,
      async push({ id: member }: Pick<Member, 'id'>, collection: CollectionName, document: object, assumed: string[] = []) {
        const change = { collection, assumed, document: { write_id: uuid(), ...document } };
        const { answers } = await post<{ answers: PushAnswer[] }>(member, 'sync/push', { changes: [change] });
        expect(answers.map(({ code }) => code)).toEqual([null]);
      },
      async openStream({ id: member }: Pick<Member, 'id'>): Promise<() => void> {
        const outgoing = request(`${server.url}/api/sync/stream`, { method: 'POST', headers: headersOf(member), agent: false });
        outgoing.end('{}');
        const [stream] = (await once(outgoing, 'response')) as [IncomingMessage];
        await once(stream, 'data');
        stream.resume().on('error', () => undefined);
        return () => outgoing.destroy();
      },
    };
  })
  /** a device that pulls all twelve collections, and keeps only how far it is */
  .extend('pull', ({ wire }) => {
    const checkpoints = new Map(collectionNames.map((name) => [name, {}]));
    let epoch: string | null = null;
    return async ({ id: member }: Pick<Member, 'id'>): Promise<PullResponse> => {
      const collections = Object.fromEntries([...checkpoints].map(([name, checkpoint]) => [name, { checkpoint, limit: 1000 }]));
      const answer = await wire.post<PullResponse>(member, 'sync/pull', { epoch, collections } satisfies PullRequest);
      epoch = answer.epoch;
      for (const [name, page] of Object.entries(answer.collections)) {
        const next = Object.entries({ ...checkpoints.get(name as CollectionName), ...page.checkpoint });
        checkpoints.set(name as CollectionName, Object.fromEntries(next.filter(([, position]) => position !== null)));
      }
      return answer;
    };
  });

test('each act costs the server what its bound says', async ({ server, circle, db, seeded, wire, pull }) => {
  const [ana, ben] = seeded.members as [Member, Member];
  const group = seeded.groups[0]?.id ?? '';

  const streamedBytes = async (): Promise<number> =>
    Number(/^kith_stream_bytes_sent_total (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]);
  async function countOf(act: () => Promise<unknown>): Promise<ServerWork> {
    const [streamed, bytes, rows] = [await streamedBytes(), wire.bytes(), await db.rowsRead()];
    const { statements } = await statementsOf(db, async () => {
      await act();
      await server.engine.settled();
      await until(() => server.engine.streamState().waitingSeconds === 0);
    });
    return {
      statements: statements.map(nameOf),
      'rows read': (await db.rowsRead()) - rows,
      'bytes on the wire': wire.bytes() - bytes,
      'bytes in streams': (await streamedBytes()) - streamed,
    };
  }

  /** All acts once, each after the one before. Every lap has rows of its own. */
  async function lap(nth: number): Promise<Record<string, ServerWork>> {
    const close: (() => void)[] = [];
    const { posts, comments } = makeCircle({ ...circleSize, postsEach: 50 }, Date.now(), 2000 * nth);
    await seedWritten(db.sql, { posts: posts.slice(0, 50), comments: comments.slice(0, 50) });
    const pullOf100 = await countOf(() => pull(ana));
    const pullOfNothing = await countOf(() => pull(ana));
    const start = await countOf(async () => {
      close.push(await wire.openStream(ana));
      await pull(ana);
    });
    const signIn = await countOf(() => wire.post(ana.id, 'auth/sign-in', { email: ana.email, password: PASSWORD }));
    for (const member of seeded.members.slice(1)) close.push(await wire.openStream(member));

    const post = circle.postDocument(ana);
    const postTo8 = await countOf(() => wire.push(ana, 'posts', post));
    const comment = await countOf(() => wire.push(ben, 'comments', circle.commentDocument(ben, post.id)));
    const reaction = await countOf(() => wire.push(ben, 'reactions', circle.reactionDocument(ben, 'post', post.id)));
    const message = await countOf(() => wire.push(ana, 'group_messages', circle.messageDocument(ana, group)));

    const [inviter, invited] = seeded.members.slice(2 * nth - 1) as [Member, Member];
    const invitation = circle.invitationDocument(inviter, { member: invited.id });
    await wire.push(inviter, 'invitations', invitation);
    const accepted = await countOf(() => wire.push(invited, 'invitations', { ...invitation, status: 'accepted' }));

    const { scope: _, ...held } = (await circle.visibleRow(ana, 'posts', post.id)) as Awaited<ReturnType<typeof circle.visibleRow>> &
      object;
    const private_ = { ...held, write_id: uuid(), visibility_type: 'private' };
    const narrowed = await countOf(() => wire.push(ana, 'posts', private_, [held.write_id]));

    await pull(ana);
    for (const each of close) each();
    await until(() => server.engine.streamState().streams === 0);
    return {
      'start with 2,000 posts': start,
      'post to 8': postTo8,
      comment,
      reaction,
      message,
      'pull of nothing': pullOfNothing,
      'pull of 100 rows': pullOf100,
      'sign-in': signIn,
      'invitation accepted': accepted,
      'audience narrowed': narrowed,
    };
  }

  while (Object.values((await pull(ana)).collections).some(({ more }) => more));
  // The first lap opens connections and prepares statements.
  await lap(1);
  const counted = await lap(2);
  expect(Object.keys(counted)).toEqual(Object.keys(bounds));
  expect(Object.entries(bounds).flatMap(([act, bound]) => differences(act, { ...counted[act] }, { ...bound }))).toEqual([]);
});
