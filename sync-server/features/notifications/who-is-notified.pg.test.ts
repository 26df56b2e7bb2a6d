/**
 * Who is notified of what, and what is withdrawn, act by act. After every act the notifications that came and went are compared with all
 * that the table names, which shows that nobody else was notified. Groups are in `who-is-notified-in-groups.pg.test.ts`.
 */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { notificationTypes, notifyDefault } from '../../../schemas/notifications/notification-types.ts';
import { settingKey } from '../../../schemas/profiles/setting-keys.ts';
import { test } from '../../../tests/support/fixtures/notices.ts';

const ofGroups = (type: string): boolean => type.startsWith('group_');

test.afterAll(({ seenTypes }) => {
  expect([...seenTypes].filter((type) => !ofGroups(type)).sort()).toEqual(notificationTypes.filter((type) => !ofGroups(type)).sort());
});

test.for([
  ['friends', ['Ben', 'Cleo', 'Gus']],
  ['friends_of_friends', ['Ben', 'Cleo', 'Gus']],
  ['public', ['Ben', 'Cleo', 'Gus']],
  ['private', []],
] as const)(
  'a post for %s notifies %j: direct friends who can read it',
  async ([visibility, readers], { circle, people: { ana }, acts: { deletePost }, notices: { expectNews } }) => {
    const expected = readers.map((name) => `${name}: post_created by Ana`);
    let post = '';
    await expectNews(async () => {
      post = await circle.post(ana, { audience: visibility });
    }, expected);
    await expectNews(() => deletePost(ana, post), [], expected);
  },
);

test('a post for specific people notifies those of them who are direct friends', async ({
  circle,
  people: { ana, ben, dan },
  notices: { expectNews },
}) => {
  await expectNews(() => circle.post(ana, { audience: 'specific', chosen: [ben, dan] }), ['Ben: post_created by Ana']);
});

test('an edited post notifies only its new readers, and nobody twice; former readers lose the notification', async ({
  circle,
  people: { ana, ben, cleo, dan },
  acts: { changePost, audience },
  notices: { expectNews },
}) => {
  let post = '';
  await expectNews(async () => {
    post = await circle.post(ana, { audience: 'private' });
  }, []);
  await expectNews(() => audience(post, 'specific', ben), ['Ben: post_created by Ana']);
  await expectNews(() => audience(post, 'friends'), ['Cleo: post_created by Ana', 'Gus: post_created by Ana']);
  await expectNews(() => changePost(ana, post, { content: 'another text' }), []);
  await expectNews(() => audience(post, 'friends_of_friends'), []);
  await expectNews(() => audience(post, 'specific', cleo, dan), [], ['Ben: post_created by Ana', 'Gus: post_created by Ana']);
  await expectNews(() => audience(post, 'private'), [], ['Cleo: post_created by Ana']);
});

test('a post notifies each of its readers once, however often its write arrives', async ({
  circle,
  people: { ana },
  notices: { expectNews },
}) => {
  const document = { ...circle.postDocument(ana), write_id: uuid() };
  await expectNews(
    () => circle.done(ana, 'posts', document),
    ['Ben', 'Cleo', 'Gus'].map((name) => `${name}: post_created by Ana`),
  );
  await expectNews(() => circle.push(ana, 'posts', document), []);
});

test('the end of a friendship withdraws the notifications of what it gave access to', async ({
  circle,
  people: { ana, ben, cleo, gus },
  notices: { expectNews },
}) => {
  await expectNews(
    () => circle.post(ana),
    ['Ben', 'Cleo', 'Gus'].map((name) => `${name}: post_created by Ana`),
  );
  await expectNews(
    () => circle.post(ana, { audience: 'friends_of_friends' }),
    ['Ben', 'Cleo', 'Gus'].map((name) => `${name}: post_created by Ana`),
  );
  // Cleo stays within Ana's network through Ben, so she still reads what is for friends of friends. Gus knows nobody else.
  await expectNews(() => circle.unfriend(ana, cleo), [], ['Cleo: post_created by Ana']);
  await expectNews(() => circle.unfriend(gus, ana), [], ['Gus: post_created by Ana', 'Gus: post_created by Ana']);
  // Only Ben connected Dan and Cleo to Ana.
  await expectNews(
    () => circle.unfriend(ben, ana),
    [],
    ['Ben: post_created by Ana', 'Ben: post_created by Ana', 'Cleo: post_created by Ana'],
  );
});

test('a comment notifies the author of the post, each time, and nobody else', async ({
  circle,
  people: { ana, ben, cleo, dan },
  acts: { deletePost, deleteComment },
  notices: { expectNews, news },
}) => {
  const post = await circle.post(ana, { audience: 'friends_of_friends' });
  await news();
  await expectNews(() => circle.comment(ana, post), []);
  let first = '';
  await expectNews(async () => {
    first = await circle.comment(ben, post);
  }, ['Ana: post_commented by Ben']);
  await expectNews(() => circle.comment(ben, post, 'and again'), ['Ana: post_commented by Ben']);
  let cleos = '';
  await expectNews(async () => {
    cleos = await circle.comment(cleo, post);
  }, ['Ana: post_commented by Cleo']);
  await expectNews(() => circle.comment(dan, post), ['Ana: post_commented by Dan']);
  await expectNews(() => deleteComment(ben, first), [], ['Ana: post_commented by Ben']);
  await expectNews(() => deleteComment(ana, cleos), [], ['Ana: post_commented by Cleo']);
  // Comments stay with the post and its readers, after the friendship too. Ben still reads it, as a friend of Cleo.
  await expectNews(() => circle.unfriend(ana, ben), []);
  await expectNews(
    () => deletePost(ana, post),
    [],
    ['Ana: post_commented by Ben', 'Ana: post_commented by Dan', ...['Ben', 'Cleo', 'Gus'].map((name) => `${name}: post_created by Ana`)],
  );
});

test('a comment notifies those who commented before, asked for it and still read the post; and it is withdrawn with what it is about', async ({
  circle,
  db,
  people: { ana, ben, cleo, dan, eva, gus },
  acts: { audience, deleteComment, set },
  notices: { expectNews, news },
}) => {
  const key = settingKey.notify('comment_answered');
  const post = await circle.post(ana, { audience: 'friends_of_friends' });
  const comments = [await circle.comment(ben, post), await circle.comment(gus, post), await circle.comment(cleo, post)];
  await circle.comment(dan, post);
  await circle.engine.settled();
  await db.sql`delete from notifications`;
  await news();
  // Off unless it is switched on.
  await expectNews(() => circle.comment(cleo, post), ['Ana: post_commented by Cleo']);
  for (const member of [ana, ben, cleo, dan, eva, gus]) await set(member, key, 'on');
  await news();
  let written = '';
  await expectNews(async () => {
    written = await circle.comment(cleo, post);
    // Ben and Gus have blocked each other, but not Cleo.
  }, ['Ana: post_commented by Cleo', 'Ben: comment_answered by Cleo', 'Dan: comment_answered by Cleo', 'Gus: comment_answered by Cleo']);
  await expectNews(
    () => deleteComment(cleo, written),
    [],
    ['Ana: post_commented by Cleo', 'Ben: comment_answered by Cleo', 'Dan: comment_answered by Cleo', 'Gus: comment_answered by Cleo'],
  );
  // The author's own comment is an answer too, to everybody who commented; and nobody learns of somebody with a block between.
  await expectNews(
    () => circle.comment(ana, post),
    ['Ben', 'Cleo', 'Dan', 'Gus'].map((name) => `${name}: comment_answered by Ana`),
  );
  await expectNews(
    () => circle.comment(ben, post),
    ['Ana: post_commented by Ben', 'Cleo: comment_answered by Ben', 'Dan: comment_answered by Ben'],
  );
  // Whose comments are all deleted has no place in the talk.
  await expectNews(() => deleteComment(gus, comments[1] ?? ''), []);
  await expectNews(
    () => circle.comment(dan, post),
    ['Ana: post_commented by Dan', 'Ben: comment_answered by Dan', 'Cleo: comment_answered by Dan'],
  );
  // Switched off: the unread ones go. Dan no longer reads a post for friends.
  await expectNews(() => set(ben, key, 'off'), [], ['Ben: comment_answered by Ana', 'Ben: comment_answered by Dan']);
  await expectNews(() => audience(post, 'friends'), [], ['Dan: comment_answered by Ana', 'Dan: comment_answered by Ben']);
  await set(ben, key, 'on');
  await expectNews(() => circle.comment(cleo, post), ['Ana: post_commented by Cleo', 'Ben: comment_answered by Cleo']);
  await expectNews(() => audience(post, 'friends_of_friends'), []);
  await expectNews(
    () => circle.comment(cleo, post),
    ['Ana: post_commented by Cleo', 'Ben: comment_answered by Cleo', 'Dan: comment_answered by Cleo'],
  );
  // Dan reads Ana by way of Ben alone.
  await expectNews(() => circle.unfriend(ben, dan), [], ['Dan: comment_answered by Cleo']);
  await expectNews(() => circle.comment(cleo, post), ['Ana: post_commented by Cleo', 'Ben: comment_answered by Cleo']);
  await set(cleo, settingKey.blocked(ben.id), 'on');
  const { added } = await news();
  expect(added).toEqual([]);
  await expectNews(() => circle.comment(cleo, post), ['Ana: post_commented by Cleo']);
});

test('nobody is notified of a comment on a post on which they comment only later', async ({
  circle,
  people: { ana, ben, cleo },
  acts: { set },
  notices: { expectNews, news },
}) => {
  await set(ben, settingKey.notify('comment_answered'), 'on');
  const post = await circle.post(ana);
  await news();
  await expectNews(async () => {
    await circle.comment(ana, post);
    await circle.comment(cleo, post);
  }, ['Ana: post_commented by Cleo']);
  await expectNews(() => circle.comment(ben, post), ['Ana: post_commented by Ben']);
  await expectNews(() => circle.comment(ana, post), ['Ben: comment_answered by Ana']);
});

test('without a choice a type is on or off in the database as it is on a device', async ({ db }) => {
  for (const type of notificationTypes) {
    const [answer] = await db.sql`select notify_default(${type}) as value`;
    expect(answer?.value, type).toBe(notifyDefault(type));
  }
});

test('a comment that was refused, or edited, notifies nobody', async ({
  circle,
  people: { ana, ben, dan, finn },
  notices: { expectNews, news },
}) => {
  const post = await circle.post(ana);
  const id = await circle.comment(ben, post);
  await news();
  await expectNews(() => circle.push(dan, 'comments', circle.commentDocument(dan, post)), []);
  await expectNews(() => circle.push(finn, 'comments', circle.commentDocument(finn, post)), []);
  await expectNews(async () => {
    const held = await circle.visibleRow(ben, 'comments', id);
    await circle.done(ben, 'comments', { ...held, id, content: 'better', write_id: uuid() }, [held?.write_id ?? '']);
  }, []);
});

test('a reaction to a post notifies its author; removing it withdraws the notification, however often', async ({
  circle,
  people: { ana, ben, cleo },
  acts: { takeBack, deletePost },
  notices: { expectNews, news },
}) => {
  const post = await circle.post(ana);
  await news();
  await expectNews(() => circle.react(ana, 'post', post), []);
  let id = '';
  await expectNews(async () => {
    id = await circle.react(ben, 'post', post, '👍');
  }, ['Ana: post_reaction by Ben 👍']);
  await expectNews(() => circle.react(ben, 'post', post, '👍'), []);
  await expectNews(() => circle.react(ben, 'post', post, '🎉'), ['Ana: post_reaction by Ben 🎉']);
  await expectNews(() => takeBack(ben, id), [], ['Ana: post_reaction by Ben 👍']);
  await expectNews(() => takeBack(ben, id), []);
  await expectNews(async () => {
    for (let turn = 0; turn < 7; turn += 1) {
      await circle.rest(cleo, 'POST', '/posts/reactions', { target_type: 'post', target_id: post, emoji_code: '❤️' });
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

test('a reaction to a comment notifies its author, while they can read it', async ({
  circle,
  people: { ana, ben, cleo, dan, gus },
  acts: { audience, deleteComment },
  notices: { expectNews, news },
}) => {
  const post = await circle.post(ana, { audience: 'friends_of_friends' });
  const bens = await circle.comment(ben, post);
  const dans = await circle.comment(dan, post);
  await news();
  await expectNews(() => circle.react(ben, 'comment', bens), []);
  await expectNews(() => circle.react(ana, 'comment', bens), ['Ben: comment_reaction by Ana 👍']);
  await expectNews(() => circle.react(cleo, 'comment', bens), ['Ben: comment_reaction by Cleo 👍']);
  // Gus and Ben are hidden from each other, also below Ana's post.
  await expectNews(() => circle.react(gus, 'comment', bens), []);
  await expectNews(() => circle.react(cleo, 'comment', dans), ['Dan: comment_reaction by Cleo 👍']);
  await expectNews(() => audience(post, 'friends'), [], ['Dan: comment_reaction by Cleo 👍']);
  await expectNews(() => circle.react(ana, 'comment', dans), []);
  await expectNews(
    () => deleteComment(ben, bens),
    [],
    ['Ana: post_commented by Ben', 'Ben: comment_reaction by Ana 👍', 'Ben: comment_reaction by Cleo 👍'],
  );
});

test('a block withdraws the notifications of the two about each other, and lets nothing more through', async ({
  circle,
  people: { ana, ben, cleo },
  acts: { set },
  notices: { expectNews, news },
}) => {
  const post = await circle.post(ana);
  await circle.comment(ben, post);
  await circle.react(ben, 'post', post);
  await news();
  await expectNews(() => set(cleo, settingKey.blocked(ana.id), 'on'), [], ['Cleo: post_created by Ana']);
  await expectNews(
    () => set(ana, settingKey.blocked(ben.id), 'on'),
    [],
    ['Ana: post_commented by Ben', 'Ana: post_reaction by Ben 👍', 'Ben: post_created by Ana'],
  );
  await expectNews(() => circle.post(ana), ['Gus: post_created by Ana']);
});

test('a block passes a notification about a group to the next member who wrote', async ({
  circle,
  db,
  people: { ana, ben, cleo },
  acts: { set, readAll },
  notices: { expectNews, news },
}) => {
  const group = await circle.group(ana, ben, cleo);
  await db.sql`delete from notifications`;
  await news();
  await expectNews(() => circle.message(ana, group), ['Ben: group_message by Ana', 'Cleo: group_message by Ana']);
  await expectNews(() => circle.message(cleo, group), ['Ana: group_message by Cleo']);
  // Ben has what Cleo wrote still to read. Ana has nothing of Ben's.
  await expectNews(() => set(ben, settingKey.blocked(ana.id), 'on'), ['Ben: group_message by Cleo'], ['Ben: group_message by Ana']);
  await expectNews(() => set(cleo, settingKey.blocked(ana.id), 'on'), [], ['Ana: group_message by Cleo', 'Cleo: group_message by Ana']);
  await expectNews(() => readAll(ben), []);
});

test('a friend request notifies its receiver, the answer its sender, the end of either withdraws both', async ({
  circle,
  people: { ana, ben, cleo, dan, eva },
  acts: { set },
  notices: { expectNews },
}) => {
  const byId = () => circle.invite(eva, { member: ana.id });
  let id = '';
  await expectNews(async () => {
    id = await byId();
  }, ['Ana: friend_request_sent by Eva']);
  await expectNews(() => circle.push(eva, 'invitations', { id, kind: 'friend', _deleted: true }), [], ['Ana: friend_request_sent by Eva']);
  await expectNews(async () => {
    id = await byId();
  }, ['Ana: friend_request_sent by Eva']);
  await expectNews(() => circle.respond(ana, id, 'declined'), ['Eva: friend_request_declined by Ana']);
  await expectNews(async () => {
    id = await circle.invite(eva, { email: cleo.email });
  }, ['Cleo: friend_request_sent by Eva']);
  // An inviter who typed an address does not learn from a refusal whose address it is.
  await expectNews(() => circle.respond(cleo, id, 'declined'), ['Eva: friend_request_declined by nobody']);
  await expectNews(async () => {
    id = await circle.invite(eva, { member: dan.id });
  }, ['Dan: friend_request_sent by Eva']);
  await expectNews(() => circle.push(dan, 'invitations', circle.invitationDocument(dan, { member: eva.id })), []);
  await expectNews(() => circle.respond(dan, id, 'accepted'), ['Eva: friend_request_accepted by Dan']);
  await expectNews(() => circle.unfriend(dan, eva), [], ['Dan: friend_request_sent by Eva', 'Eva: friend_request_accepted by Dan']);
  await expectNews(() => circle.invite(eva, { member: ben.id }), ['Ben: friend_request_sent by Eva']);
  await expectNews(() => set(ben, settingKey.blocked(eva.id), 'on'), [], ['Ben: friend_request_sent by Eva']);
  await expectNews(() => circle.push(eva, 'invitations', circle.invitationDocument(eva, { email: ben.email })), []);
});

test('a request to an address notifies the member who confirms it', async ({ circle, db, people: { ana }, notices: { expectNews } }) => {
  const email = `hal-${uuid()}@kith.test`;
  await expectNews(() => circle.invite(ana, { email }), []);
  const hal = await circle.signUp('Hal', { email, verified: false });
  expect(await circle.notifications(hal)).toEqual([]);
  await circle.verify(hal);
  const rows = await db.sql`select notification_type, related_user_id from notifications where user_id = ${hal.id}`;
  expect([...rows]).toEqual([{ notification_type: 'friend_request_sent', related_user_id: ana.id }]);
});

test('a type of notification that is switched off stops at once; what was read stays', async ({
  circle,
  people: { ana, ben },
  acts: { set },
  notices: { all: allNotices, expectNews, news },
}) => {
  await circle.post(ana);
  await circle.rest(ben, 'PUT', `/notifications/${[...(await allNotices()).values()].find((one) => one.user_id === ben.id)?.id}/read`);
  await news();
  await expectNews(() => circle.post(ana), ['Ben: post_created by Ana', 'Cleo: post_created by Ana', 'Gus: post_created by Ana']);
  await expectNews(() => set(ben, settingKey.notify('post_created'), 'off'), [], ['Ben: post_created by Ana']);
  await expectNews(() => circle.post(ana), ['Cleo: post_created by Ana', 'Gus: post_created by Ana']);
  const bens = await circle.post(ben);
  await news();
  await expectNews(() => circle.comment(ana, bens), ['Ben: post_commented by Ana']);
});
