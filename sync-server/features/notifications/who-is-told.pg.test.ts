/**
 * Who is told of what, and what is taken back: every type of notice, act by act, in a circle of seven. Ben and Cleo are friends of
 * Ana and of each other, Dan is a friend of Ben alone, Eva of nobody. Finn and Gus are friends of Ana; Finn has blocked her, Gus and Ben
 * have blocked each other. After every act the notices that came and went are compared with all that the table names, so that
 * whoever is not named was not told; and nobody holds a notice of what they cannot see.
 */
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { notificationTypes } from '../../../schemas/notifications/notification.ts';
import { settingId } from '../../../schemas/profiles/profile.ts';
import { settingKey } from '../../../schemas/profiles/setting-kinds.ts';
import { createFeatureWorld, type FeatureWorld, type Member } from '../../../tests/support/feature-world.ts';
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts';

let db: TestDatabase;
let world: FeatureWorld;
let ana: Member;
let ben: Member;
let cleo: Member;
let dan: Member;
let eva: Member;
let finn: Member;
let gus: Member;
const seenTypes = new Set<string>();

beforeAll(async () => {
  db = await testDatabase();
  world = createFeatureWorld(db.database, { maxDirectFriends: 8, invitationsPerDay: 1000 });
});
afterAll(async () => {
  expect(world.logged).toEqual([]);
  await world.close();
  await db.close();
  expect([...seenTypes].sort()).toEqual([...notificationTypes].sort());
});

beforeEach(async () => {
  [ana, ben, cleo, dan, eva, finn, gus] = (await Promise.all(
    ['Ana', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus'].map((name) => world.signUp(name)),
  )) as [Member, Member, Member, Member, Member, Member, Member];
  for (const friend of [ben, cleo, finn, gus]) await world.befriend(ana, friend);
  await world.befriend(ben, cleo);
  await world.befriend(ben, dan);
  await set(finn, settingKey.blocked(ana.id), 'on');
  await set(gus, settingKey.blocked(ben.id), 'on');
  await set(ben, settingKey.blocked(gus.id), 'on');
  await db.sql`delete from notifications`;
  before = new Map();
});

interface Told {
  readonly id: string;
  readonly user_id: string;
  readonly notification_type: string;
  readonly related_post_id: string | null;
  readonly related_comment_id: string | null;
  readonly related_group_id: string | null;
  readonly related_invitation_id: string | null;
  readonly words: string;
}
let before = new Map<string, Told>();

async function notices(): Promise<Map<string, Told>> {
  const rows = await db.sql<Told[]>`
    select n.id, n.user_id, n.notification_type, n.related_post_id, n.related_comment_id, n.related_group_id, n.related_invitation_id,
      concat(u.name, ': ', n.notification_type, ' by ', coalesce(w.name, 'nobody'), case when n.emoji_code is not null then ' ' || n.emoji_code end) as words
    from notifications n join profiles u on u.id = n.user_id left join profiles w on w.id = n.related_user_id
    where n.user_id = any(${[ana, ben, cleo, dan, eva, finn, gus].map((one) => one.id)}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Everything that came and went since the last look, each once, in the order of the alphabet. */
async function news(): Promise<{ told: string[]; withdrawn: string[] }> {
  const now = await notices();
  const wordsOf = (rows: Iterable<Told>) => [...rows].map((row) => row.words).sort();
  const told = wordsOf([...now.values()].filter((row) => !before.has(row.id)));
  const withdrawn = wordsOf([...before.values()].filter((row) => !now.has(row.id)));
  for (const row of now.values()) seenTypes.add(row.notification_type);
  before = now;
  return { told, withdrawn };
}

/** Carries out an act and holds it to what it tells and takes back. */
async function expectNews(act: () => Promise<unknown>, tells: readonly string[], withdraws: readonly string[] = []): Promise<void> {
  await act();
  await world.engine.settled();
  expect(await news()).toEqual({ told: [...tells].sort(), withdrawn: [...withdraws].sort() });
}

/** Nobody holds a notice of what they cannot see at this moment, nor of what is no more. */
afterEach(async () => {
  for (const notice of (await notices()).values()) {
    const member = { id: notice.user_id, name: '', email: '' };
    expect(await world.held(member, 'notifications', notice.id), notice.words).toBeDefined();
    if (notice.related_post_id) expect(await world.held(member, 'posts', notice.related_post_id), notice.words).toBeDefined();
    if (notice.related_comment_id) {
      expect(await world.held(member, 'comments', notice.related_comment_id), notice.words).toMatchObject({ is_deleted: false });
    }
    if (notice.related_group_id) {
      const invitation = notice.related_invitation_id && (await world.held(member, 'invitations', notice.related_invitation_id));
      expect(invitation || (await world.held(member, 'groups', notice.related_group_id)), notice.words).toBeDefined();
    }
  }
});

async function set(member: Member, key: string, value: string): Promise<void> {
  const id = settingId(member.id, key);
  const held = await world.held(member, 'settings', id);
  await world.done(member, 'settings', { id, user_id: member.id, key, value }, held ? [held.write_id] : []);
}

async function change(member: Member, id: string, patch: Record<string, unknown>): Promise<void> {
  const held = await world.held(member, 'posts', id);
  await world.done(member, 'posts', { ...held, ...patch, id, write_id: uuid() }, [held?.write_id ?? '']);
}
const audience = (id: string, visibility_type: string, ...chosen: Member[]) =>
  change(ana, id, { visibility_type, specific_user_ids: chosen.map((one) => one.id) });

const takeBack = (member: Member, id: string) => world.done(member, 'reactions', { id, _deleted: true });
const deletePost = (member: Member, id: string) => world.done(member, 'posts', { id, _deleted: true });
const deleteComment = async (member: Member, id: string) => {
  const held = await world.held(member, 'comments', id);
  await world.done(member, 'comments', { ...held, id, content: '', is_deleted: true, write_id: uuid() }, [held?.write_id ?? '']);
};
const readAll = (member: Member) => world.rest(member, 'PUT', '/notifications/read-all');

test.each([
  ['friends', ['Ben', 'Cleo', 'Gus']],
  ['friends_of_friends', ['Ben', 'Cleo', 'Gus']],
  ['public', ['Ben', 'Cleo', 'Gus']],
  ['private', []],
] as const)('a post for %s tells %j: direct friends who can read it', async (visibility, readers) => {
  const told = readers.map((name) => `${name}: post_created by Ana`);
  let post = '';
  await expectNews(async () => {
    post = await world.post(ana, { audience: visibility });
  }, told);
  await expectNews(() => deletePost(ana, post), [], told);
});

test('a post for specific people tells those of them who are direct friends', async () => {
  await expectNews(() => world.post(ana, { audience: 'specific', chosen: [ben, dan] }), ['Ben: post_created by Ana']);
});

test('a post that is edited tells those who can read it only now, and nobody twice; who no longer can loses the notice', async () => {
  let post = '';
  await expectNews(async () => {
    post = await world.post(ana, { audience: 'private' });
  }, []);
  await expectNews(() => audience(post, 'specific', ben), ['Ben: post_created by Ana']);
  await expectNews(() => audience(post, 'friends'), ['Cleo: post_created by Ana', 'Gus: post_created by Ana']);
  await expectNews(() => change(ana, post, { content: 'another text' }), []);
  await expectNews(() => audience(post, 'friends_of_friends'), []);
  await expectNews(() => audience(post, 'specific', cleo, dan), [], ['Ben: post_created by Ana', 'Gus: post_created by Ana']);
  await expectNews(() => audience(post, 'private'), [], ['Cleo: post_created by Ana']);
});

test('a post told of once is told of once, however often its write arrives', async () => {
  const document = { ...world.postDocument(ana), write_id: uuid() };
  await expectNews(
    () => world.done(ana, 'posts', document),
    ['Ben', 'Cleo', 'Gus'].map((name) => `${name}: post_created by Ana`),
  );
  await expectNews(() => world.push(ana, 'posts', document), []);
});

test('what ends a friendship takes along what it let one read', async () => {
  await expectNews(
    () => world.post(ana),
    ['Ben', 'Cleo', 'Gus'].map((name) => `${name}: post_created by Ana`),
  );
  await expectNews(
    () => world.post(ana, { audience: 'friends_of_friends' }),
    ['Ben', 'Cleo', 'Gus'].map((name) => `${name}: post_created by Ana`),
  );
  // Cleo stays within Ana's network, by Ben: what is for friends of friends she still reads. Gus knows nobody else.
  await expectNews(() => world.unfriend(ana, cleo), [], ['Cleo: post_created by Ana']);
  await expectNews(() => world.unfriend(gus, ana), [], ['Gus: post_created by Ana', 'Gus: post_created by Ana']);
  // Dan and Cleo were reached by Ben alone.
  await expectNews(
    () => world.unfriend(ben, ana),
    [],
    ['Ben: post_created by Ana', 'Ben: post_created by Ana', 'Cleo: post_created by Ana'],
  );
});

test('a comment tells the author of the post, each time, and nobody else', async () => {
  const post = await world.post(ana, { audience: 'friends_of_friends' });
  await news();
  await expectNews(() => world.comment(ana, post), []);
  let first = '';
  await expectNews(async () => {
    first = await world.comment(ben, post);
  }, ['Ana: post_commented by Ben']);
  await expectNews(() => world.comment(ben, post, 'and again'), ['Ana: post_commented by Ben']);
  let cleos = '';
  await expectNews(async () => {
    cleos = await world.comment(cleo, post);
  }, ['Ana: post_commented by Cleo']);
  await expectNews(() => world.comment(dan, post), ['Ana: post_commented by Dan']);
  await expectNews(() => deleteComment(ben, first), [], ['Ana: post_commented by Ben']);
  await expectNews(() => deleteComment(ana, cleos), [], ['Ana: post_commented by Cleo']);
  // What was written stays with the post and its readers, after the friendship too. Ben reads on, as a friend of Cleo.
  await expectNews(() => world.unfriend(ana, ben), []);
  await expectNews(
    () => deletePost(ana, post),
    [],
    ['Ana: post_commented by Ben', 'Ana: post_commented by Dan', ...['Ben', 'Cleo', 'Gus'].map((name) => `${name}: post_created by Ana`)],
  );
});

test('a comment that was refused, or edited, tells nobody', async () => {
  const post = await world.post(ana);
  const id = await world.comment(ben, post);
  await news();
  await expectNews(() => world.push(dan, 'comments', world.commentDocument(dan, post)), []);
  await expectNews(() => world.push(finn, 'comments', world.commentDocument(finn, post)), []);
  await expectNews(async () => {
    const held = await world.held(ben, 'comments', id);
    await world.done(ben, 'comments', { ...held, id, content: 'better', write_id: uuid() }, [held?.write_id ?? '']);
  }, []);
});

test('a reaction to a post tells its author; taken back, it takes the notice along, however often', async () => {
  const post = await world.post(ana);
  await news();
  await expectNews(() => world.react(ana, 'post', post), []);
  let id = '';
  await expectNews(async () => {
    id = await world.react(ben, 'post', post, '👍');
  }, ['Ana: post_reaction by Ben 👍']);
  await expectNews(() => world.react(ben, 'post', post, '👍'), []);
  await expectNews(() => world.react(ben, 'post', post, '🎉'), ['Ana: post_reaction by Ben 🎉']);
  await expectNews(() => takeBack(ben, id), [], ['Ana: post_reaction by Ben 👍']);
  await expectNews(() => takeBack(ben, id), []);
  await expectNews(async () => {
    for (let turn = 0; turn < 7; turn += 1) {
      await world.rest(cleo, 'POST', '/posts/reactions', { target_type: 'post', target_id: post, emoji_code: '❤️' });
    }
  }, ['Ana: post_reaction by Cleo ❤️']);
  await expectNews(
    () => deletePost(ana, post),
    [],
    [
      'Ana: post_reaction by Ben 🎉',
      'Ana: post_reaction by Cleo ❤️',
      'Ben: post_created by Ana',
      'Cleo: post_created by Ana',
      'Gus: post_created by Ana',
    ],
  );
});

test('a reaction to a comment tells who wrote that, while they can read it', async () => {
  const post = await world.post(ana, { audience: 'friends_of_friends' });
  const bens = await world.comment(ben, post);
  const dans = await world.comment(dan, post);
  await news();
  await expectNews(() => world.react(ben, 'comment', bens), []);
  await expectNews(() => world.react(ana, 'comment', bens), ['Ben: comment_reaction by Ana 👍']);
  await expectNews(() => world.react(cleo, 'comment', bens), ['Ben: comment_reaction by Cleo 👍']);
  // Gus and Ben are hidden from each other, also on what Ana wrote.
  await expectNews(() => world.react(gus, 'comment', bens), []);
  await expectNews(() => world.react(cleo, 'comment', dans), ['Dan: comment_reaction by Cleo 👍']);
  await expectNews(() => audience(post, 'friends'), [], ['Dan: comment_reaction by Cleo 👍']);
  await expectNews(() => world.react(ana, 'comment', dans), []);
  await expectNews(
    () => deleteComment(ben, bens),
    [],
    ['Ana: post_commented by Ben', 'Ben: comment_reaction by Ana 👍', 'Ben: comment_reaction by Cleo 👍'],
  );
});

test('a block takes back what the two were told of each other, and lets nothing more through', async () => {
  const post = await world.post(ana);
  await world.comment(ben, post);
  await world.react(ben, 'post', post);
  await news();
  await expectNews(() => set(cleo, settingKey.blocked(ana.id), 'on'), [], ['Cleo: post_created by Ana']);
  await expectNews(
    () => set(ana, settingKey.blocked(ben.id), 'on'),
    [],
    ['Ana: post_commented by Ben', 'Ana: post_reaction by Ben 👍', 'Ben: post_created by Ana'],
  );
  await expectNews(() => world.post(ana), ['Gus: post_created by Ana']);
});

test('a friend request tells its receiver, the answer its sender, the end of either takes both back', async () => {
  const byId = () => world.invite(eva, { member: ana.id });
  let id = '';
  await expectNews(async () => {
    id = await byId();
  }, ['Ana: friend_request_sent by Eva']);
  await expectNews(() => world.push(eva, 'invitations', { id, kind: 'friend', _deleted: true }), [], ['Ana: friend_request_sent by Eva']);
  await expectNews(async () => {
    id = await byId();
  }, ['Ana: friend_request_sent by Eva']);
  await expectNews(() => world.respond(ana, id, 'declined'), ['Eva: friend_request_declined by Ana']);
  await expectNews(async () => {
    id = await world.invite(eva, { email: cleo.email });
  }, ['Cleo: friend_request_sent by Eva']);
  // Who typed an address does not learn from a refusal whose it is.
  await expectNews(() => world.respond(cleo, id, 'declined'), ['Eva: friend_request_declined by nobody']);
  await expectNews(async () => {
    id = await world.invite(eva, { member: dan.id });
  }, ['Dan: friend_request_sent by Eva']);
  await expectNews(() => world.push(dan, 'invitations', world.invitationDocument(dan, { member: eva.id })), []);
  await expectNews(() => world.respond(dan, id, 'accepted'), ['Eva: friend_request_accepted by Dan']);
  await expectNews(() => world.unfriend(dan, eva), [], ['Dan: friend_request_sent by Eva', 'Eva: friend_request_accepted by Dan']);
  await expectNews(() => world.invite(eva, { member: ben.id }), ['Ben: friend_request_sent by Eva']);
  await expectNews(() => set(ben, settingKey.blocked(eva.id), 'on'), [], ['Ben: friend_request_sent by Eva']);
  await expectNews(() => world.push(eva, 'invitations', world.invitationDocument(eva, { email: ben.email })), []);
});

test('a request to an address tells whoever proves that it is theirs', async () => {
  const email = `hal-${uuid()}@kith.test`;
  await expectNews(() => world.invite(ana, { email }), []);
  const hal = await world.signUp('Hal', { email, verified: false });
  expect(await world.told(hal)).toEqual([]);
  await world.verify(hal);
  const rows = await db.sql`select notification_type, related_user_id from notifications where user_id = ${hal.id}`;
  expect([...rows]).toEqual([{ notification_type: 'friend_request_sent', related_user_id: ana.id }]);
});

test('an invitation into a group tells who is invited; taken back, declined or blocked it takes the notice along', async () => {
  const group = await world.group(ana);
  await news();
  let id = '';
  const invite = async (member: Member) => {
    id = await world.inviteToGroup(ana, group, member);
  };
  await expectNews(() => invite(ben), ['Ben: group_invitation by Ana']);
  await expectNews(() => world.push(ana, 'invitations', { id, kind: 'group', _deleted: true }), [], ['Ben: group_invitation by Ana']);
  await expectNews(() => invite(ben), ['Ben: group_invitation by Ana']);
  await expectNews(() => world.respondToGroup(ben, id, 'declined'), [], ['Ben: group_invitation by Ana']);
  await expectNews(() => invite(cleo), ['Cleo: group_invitation by Ana']);
  await expectNews(() => set(cleo, settingKey.blocked(ana.id), 'on'), [], ['Cleo: group_invitation by Ana']);
  await expectNews(() => invite(gus), ['Gus: group_invitation by Ana']);
  await expectNews(() => world.respondToGroup(gus, id, 'accepted'), []);
  await expectNews(() => world.leave(gus, group), [], ['Gus: group_invitation by Ana']);
  await expectNews(() => invite(gus), ['Gus: group_invitation by Ana']);
  await expectNews(() => world.push(ana, 'groups', { id: group, _deleted: true }), [], ['Gus: group_invitation by Ana']);
});

test('a message tells the others of the group once until they have read that', async () => {
  const group = await world.group(ana, ben, cleo, gus);
  await db.sql`delete from notifications`;
  await news();
  let message = '';
  await expectNews(async () => {
    message = await world.message(ana, group);
  }, ['Ben: group_message by Ana', 'Cleo: group_message by Ana', 'Gus: group_message by Ana']);
  await expectNews(() => world.message(ana, group), []);
  // Ana has nothing unread yet; Gus and Ben are hidden from each other.
  await expectNews(() => world.message(gus, group), ['Ana: group_message by Gus']);
  await expectNews(() => readAll(ben), []);
  await expectNews(() => world.message(gus, group), []);
  await expectNews(() => world.message(cleo, group), ['Ben: group_message by Cleo']);
  // A reaction to a message tells nobody. A message that was deleted keeps its place, and with it what was told.
  await expectNews(() => world.react(ben, 'message', message), []);
  await expectNews(
    () =>
      world.done(ana, 'group_messages', {
        id: message,
        group_id: group,
        sender_id: ana.id,
        content: '',
        reply_to_id: null,
        is_deleted: true,
      }),
    [],
  );
});

test('a group that one left, was taken out of, or that ended, tells nothing and takes back what it told', async () => {
  const group = await world.group(ana, ben, cleo, gus);
  await db.sql`delete from notifications`;
  await news();
  await expectNews(
    () => world.message(ana, group),
    ['Ben: group_message by Ana', 'Cleo: group_message by Ana', 'Gus: group_message by Ana'],
  );
  await expectNews(() => world.leave(ben, group), [], ['Ben: group_message by Ana']);
  await expectNews(() => world.removeFromGroup(ana, group, cleo), [], ['Cleo: group_message by Ana']);
  await expectNews(() => readAll(gus), []);
  await expectNews(() => world.message(ana, group), ['Gus: group_message by Ana']);
  await expectNews(
    () => world.push(ana, 'groups', { id: group, _deleted: true }),
    [],
    ['Gus: group_message by Ana', 'Gus: group_message by Ana'],
  );
});

test('a group that is muted falls silent at once, for what was not read as well', async () => {
  const group = await world.group(ana, ben, cleo);
  const other = await world.group(ana, ben);
  await db.sql`delete from notifications`;
  await news();
  await expectNews(() => world.message(ana, other), ['Ben: group_message by Ana']);
  await expectNews(() => world.message(ana, group), ['Ben: group_message by Ana', 'Cleo: group_message by Ana']);
  await expectNews(() => set(ben, settingKey.groupMuted(group), 'on'), [], ['Ben: group_message by Ana']);
  await expectNews(() => world.message(ana, group), []);
  await expectNews(() => set(ben, settingKey.groupMuted(group), 'off'), []);
  await expectNews(() => world.message(ana, group), ['Ben: group_message by Ana']);
});

test('a kind of notice that is switched off falls silent at once; what was read stays', async () => {
  await world.post(ana);
  await world.rest(ben, 'PUT', `/notifications/${[...(await notices()).values()].find((one) => one.user_id === ben.id)?.id}/read`);
  await news();
  await expectNews(() => world.post(ana), ['Ben: post_created by Ana', 'Cleo: post_created by Ana', 'Gus: post_created by Ana']);
  await expectNews(() => set(ben, settingKey.notify('post_created'), 'off'), [], ['Ben: post_created by Ana']);
  await expectNews(() => world.post(ana), ['Cleo: post_created by Ana', 'Gus: post_created by Ana']);
  const bens = await world.post(ben);
  await news();
  await expectNews(() => world.comment(ana, bens), ['Ben: post_commented by Ana']);
});
