/**
 * Notifications of answers to a comment: what they cost where many have commented, and what is left when a commenter loses the post at the
 * same moment, whichever commits first.
 */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { settingId, settingKey } from '../../../schemas/profiles/setting-keys.ts';
import type { Member } from '../../../tests/support/circle.ts';
import { test as circleTest } from '../../../tests/support/fixtures/circle.ts';
import { begin, untilWaiting } from '../../../tests/support/lock-waits.ts';
import { statementsOf } from '../../../tests/support/statements.ts';
import type { CommandContext } from '../../sync/command.ts';
import { unfriend } from '../friends/unfriend.ts';
import { setSetting } from '../settings/set-setting.ts';

const test = circleTest
  /** Signs a friend up who wants to know of answers. */
  .extend('friendOf', ({ circle }) => async (host: Member, name: string): Promise<Member> => {
    const friend = await circle.signUp(name);
    await circle.befriend(host, friend);
    const key = settingKey.notify('comment_answered');
    await circle.done(friend, 'settings', { id: settingId(friend.id, key), user_id: friend.id, key, value: 'on' });
    return friend;
  });

test('a comment sends the same statements and puts one line of calls, whether one or eight have commented before', async ({
  circle,
  db,
  friendOf,
}) => {
  const host = await circle.signUp('Host');
  const friends: Member[] = [];
  for (let nth = 0; nth < 8; nth += 1) friends.push(await friendOf(host, `Friend ${nth}`));
  const [first] = friends;
  if (!first) throw new Error('nobody comments');
  const costOf = async (commenters: readonly Member[]) => {
    const post = await circle.post(host);
    for (const member of commenters) await circle.comment(member, post);
    await db.sql`delete from jobs`;
    const { result: comment, statements } = await statementsOf(db, () => circle.comment(host, post));
    const told = await db.sql`select from notifications where related_comment_id = ${comment} and notification_type = 'comment_answered'`;
    const lines = await db.sql<{ key: string }[]>`select key from jobs where queue = 'call'`;
    return { statements, told: told.length, lines: lines.map(({ key }) => key), line: `post|${post}` };
  };
  // Statements that look things up for the first time in this process are sent here.
  await costOf([first]);
  const [one, eight] = [await costOf([first]), await costOf(friends)];
  expect([one.told, eight.told]).toEqual([1, 8]);
  expect(eight.statements).toEqual(one.statements);
  expect(eight.statements.length).toBeGreaterThan(0);
  for (const { lines, line } of [one, eight]) expect(lines).toEqual([line]);
});

const losses = ['unfriends the author', 'blocks who answers', 'is blocked by the author'] as const;

/** Ben and Cleo are friends of Ana, and Ben has commented on her post. Cleo answers, and Ben loses the post or Cleo. */
const losing = test.extend('story', async ({ circle, friendOf, db }) => {
  const ana = await circle.signUp('Ana');
  const [ben, cleo] = [await friendOf(ana, 'Ben'), await friendOf(ana, 'Cleo')];
  const post = await circle.post(ana);
  await circle.comment(ben, post);
  const blocking = (one: Member, other: Member) => ({
    actor: one,
    carryOut: (context: CommandContext) => setSetting(context, { user_id: one.id, key: settingKey.blocked(other.id), value: 'on' }),
  });
  return {
    ben,
    losses: {
      'unfriends the author': {
        actor: ben,
        carryOut: (context: CommandContext) => unfriend(context, { user_id: ben.id, friend_id: ana.id }),
      },
      'blocks who answers': blocking(ben, cleo),
      'is blocked by the author': blocking(ana, ben),
    },
    answer: () => circle.push(cleo, 'comments', circle.commentDocument(cleo, post)),
    /** Ben is neither notified nor called of an answer. */
    async expectNothingLeft() {
      const notices = await db.sql`select from notifications where user_id = ${ben.id} and notification_type = 'comment_answered'`;
      const calls = await db.sql`select from callable_events where reader = ${ben.id} and type = 'comment_answered'`;
      expect([notices.length, calls.length]).toEqual([0, 0]);
    },
  };
});

losing.for(losses)(
  'a commenter who %s while an answer is being notified waits for that, and withdraws it',
  async (loss, { db, elsewhere, story: { ben, losses: acts, answer, expectNothingLeft } }) => {
    const { actor, carryOut } = acts[loss];
    const both: Promise<unknown>[] = [];
    await db.sql.begin(async (tx) => {
      // The notification is written, and its transaction waits here to record it.
      await tx`select from scopes where kind = 'self' and owner = ${ben.id} for update`;
      both.push(answer());
      await untilWaiting(db.sql);
      both.push(elsewhere.engine.run({ userId: actor.id }, uuid(), carryOut));
      await untilWaiting(db.sql, 2);
    });
    expect(await Promise.all(both)).toMatchObject([{ code: null }, { allowed: true }]);
    await expectNothingLeft();
  },
);

losing.for(losses)(
  'a commenter who %s and is not committed yet is waited for by the notification of an answer',
  async (loss, { db, elsewhere, story: { losses: acts, answer, expectNothingLeft } }) => {
    const { actor, carryOut } = acts[loss];
    let answering: { readonly ended: ReturnType<typeof answer> } | undefined;
    await elsewhere.engine.run({ userId: actor.id }, uuid(), async (context) => {
      const verdict = await carryOut(context);
      answering = await begin(db.sql, answer);
      return verdict;
    });
    expect((await answering?.ended)?.code).toBeNull();
    await expectNothingLeft();
  },
);
