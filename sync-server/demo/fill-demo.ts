/**
 * A small circle to look at: six people, their friendships, some weeks of posts, comments and reactions, and two groups that chat. The
 * commands that members' devices run do all of it, in the order in which it would have happened. Only then are the rows moved back in time.
 * So the change log follows time, as it always does.
 */
import { v7 as uuidV7 } from 'uuid';
import { audienceFor } from '../../schemas/posts/audience.ts';
import { blankPost } from '../../schemas/posts/post.ts';
import { reactionId } from '../../schemas/reactions/reaction-id.ts';
import { hashPassword } from '../accounts/secrets/secrets.ts';
import type { Database } from '../db/pool/transaction.ts';
import { invite } from '../features/friends/invitations/invite.ts';
import { respond } from '../features/friends/invitations/respond.ts';
import { addReaction } from '../features/reactions/add-reaction.ts';
import type { CommandContext } from '../sync/command.ts';
import type { Engine } from '../sync/engine.ts';
import { scope } from '../sync/scope-name.ts';
import { byCommand, type DemoEvent, reactionsIn } from './demo-event.ts';
import { groupEvents } from './demo-group-events.ts';
import { choosePortrait, demoPortraits } from './demo-portraits.ts';
import { demoPosts } from './demo-posts.ts';
import { type DemoPerson, demoFriendships, demoInvitations, demoPeople } from './demo-story.ts';

const PASSWORD = 'sit down 8';
const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
const names = Object.keys(demoPeople) as DemoPerson[];

const emailOf = (person: DemoPerson): string => `${person}@kith.example`;

/** Fills an empty database. Returns null and does nothing where anybody has an account. */
export async function fillDemo({
  engine,
  database,
  now = Date.now(),
}: {
  readonly engine: Engine;
  readonly database: Database;
  readonly now?: number;
}): Promise<{ logins: { email: string; password: string }[] } | null> {
  const hasAccounts = await database.read(async (tx) => (await tx`select from users limit 1`).count > 0);
  if (hasAccounts) return null;

  const idOf = await signUpAll(engine, now - 50 * DAY_MS);
  const times: { write_id: string; at: string }[] = [];
  for (const event of storyEvents(idOf, now)) {
    const writeId = uuidV7();
    const verdict = await event.carryOut(engine, { userId: idOf[event.by] }, writeId);
    if (!verdict.allowed) throw new Error(`the demo could not be filled: ${verdict.code}`);
    times.push({ write_id: writeId, at: new Date(event.at).toISOString() });
  }
  await moveBackInTime(database, times, new Date(now - 12 * 60 * MINUTE_MS).toISOString());
  return { logins: [emailOf('hanna'), emailOf('ana')].map((email) => ({ email, password: PASSWORD })) };
}

async function signUpAll(engine: Engine, at: number): Promise<Record<DemoPerson, string>> {
  const passwordHash = await hashPassword(PASSWORD);
  const ids = Object.fromEntries(names.map((person) => [person, uuidV7({ msecs: at })])) as Record<DemoPerson, string>;
  const joined = new Date(at).toISOString();
  await engine.system(async (context) => {
    for (const person of names) {
      const id = ids[person];
      await context.tx`
        insert into users (id, email, email_verified_at, password_hash, created_at)
        values (${id}, ${emailOf(person)}, ${joined}, ${passwordHash}, ${joined})`;
      const profile = { id, ...demoPeople[person], created_at: joined, write_id: context.writeId };
      await context.tx`insert into profiles ${context.tx(profile)}`;
      context.record({ scopes: [scope.network(id)], collection: 'profiles', id });
      context.record({ scopes: [scope.friends(id)], collection: 'contacts', id });
    }
  });
  return ids;
}

/** Nobody in the demo has a mailbox. */
const withoutMail = (context: CommandContext): CommandContext => ({ ...context, mail: async () => {} });

/** All events, in the order of time. */
function storyEvents(idOf: Record<DemoPerson, string>, now: number): DemoEvent[] {
  const events: DemoEvent[] = [...groupEvents(idOf, now)];
  const inviteAt = (at: number, from: DemoPerson, to: DemoPerson): string => {
    const id = uuidV7({ msecs: at });
    const act = (context: CommandContext) => invite(withoutMail(context), { id, inviter_id: idOf[from], to: { member: idOf[to] } });
    events.push({ at, by: from, carryOut: byCommand(act) });
    return id;
  };
  for (const person of demoPortraits)
    events.push({ at: now - 49 * DAY_MS, by: person, carryOut: byCommand((context) => choosePortrait(context, person)) });
  demoFriendships.forEach(([from, to], nth) => {
    const at = now - (48 - nth) * DAY_MS;
    const id = inviteAt(at, from, to);
    events.push({
      at: at + 90 * MINUTE_MS,
      by: to,
      carryOut: byCommand((context) => respond(withoutMail(context), { id, status: 'accepted' })),
    });
  });
  demoInvitations.forEach(([from, to], nth) => {
    inviteAt(now - (5 + 17 * nth) * 60 * MINUTE_MS, from, to);
  });

  for (const post of demoPosts) {
    const at = now - post.daysAgo * DAY_MS;
    const postId = uuidV7({ msecs: at });
    events.push({
      at,
      by: post.by,
      carryOut: (engine, actor, writeId) =>
        engine.create('posts', actor, writeId, {
          ...blankPost,
          ...audienceFor(post.audience),
          id: postId,
          author_id: idOf[post.by],
          content: post.text,
        }),
    });
    const react = (reactedAt: number, by: DemoPerson, target_type: 'post' | 'comment', target_id: string, emoji_code: string) => {
      const key = { target_id, user_id: idOf[by], emoji_code };
      events.push({
        at: reactedAt,
        by,
        carryOut: byCommand((context) => addReaction(context, { ...key, id: reactionId(key), target_type })),
      });
    };
    reactionsIn(post.reactions).forEach(([by, emoji], nth) => {
      react(at + (9 + 23 * nth) * MINUTE_MS, by, 'post', postId, emoji);
    });
    post.comments.forEach((comment, nth) => {
      const commentedAt = at + (31 + 47 * nth) * MINUTE_MS;
      const commentId = uuidV7({ msecs: commentedAt });
      events.push({
        at: commentedAt,
        by: comment.by,
        carryOut: (engine, actor, writeId) =>
          engine.create('comments', actor, writeId, { id: commentId, post_id: postId, author_id: actor.userId, content: comment.text }),
      });
      reactionsIn(comment.reactions).forEach(([by, emoji], reaction) => {
        react(commentedAt + (6 + 13 * reaction) * MINUTE_MS, by, 'comment', commentId, emoji);
      });
    });
  }
  return events.sort((a, b) => a.at - b.at);
}

const datedRows = [
  ['posts', 'created_at'],
  ['post_comments', 'created_at'],
  ['post_reactions', 'created_at'],
  ['friends', 'created_at'],
  ['friend_invitations', 'created_at'],
  ['groups', 'created_at'],
  ['group_members', 'joined_at'],
  ['group_invitations', 'created_at'],
  ['group_messages', 'created_at'],
  ['group_message_reactions', 'created_at'],
  ['notifications', 'created_at'],
] as const;

/** Gives every row the time of the act that made it. Older notifications are marked as read. */
async function moveBackInTime(database: Database, times: readonly { write_id: string; at: string }[], readBefore: string): Promise<void> {
  const writeIds = times.map((time) => time.write_id);
  const ats = times.map((time) => time.at);
  await database.write(async (tx) => {
    for (const [table, column] of datedRows) {
      await tx`
        update ${tx(table)} t set ${tx(column)} = e.at
        from unnest(${writeIds}::uuid[], ${ats}::timestamptz[]) as e (write_id, at)
        where e.write_id = t.write_id`;
    }
    await tx`update notifications set is_read = true where created_at < ${readBefore}`;
  });
}
