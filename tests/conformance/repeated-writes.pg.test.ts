/**
 * A network that loses answers: hundreds of writes whose first answers never arrive. The sender repeats each write, to either of two
 * processes, until an answer arrives. Each write must take effect once, with one notification and one mail.
 */
import { randomUUID } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { type ApiAnswer, apiClient } from '../support/api-client.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { type Member, test as serverTest } from '../support/fixtures/server.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type AppOptions, startApp } from '../support/start-app.ts';

const WRITES = 250;
const AT_ONCE = 6;
const OPERATOR = 'operator@kith.test';
const EMOJI = ['👍', '🎉', '❤️'] as const;

const test = serverTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env: { CONTACT_EMAIL: OPERATOR } }))
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben, cleo] = [await circle.signUp('Ana'), await circle.signUp('Ben'), await circle.signUp('Cleo')];
    for (const [one, other] of [
      [ana, ben],
      [ana, cleo],
      [ben, cleo],
    ] as const)
      await circle.befriend(one, other);
    return [ana, ben, cleo] as const;
  })
  /** two processes, each behind a proxy that drops the answers that the test names */
  .extend('lines', { scope: 'file' }, async ({ db, server }, { onCleanup }) => {
    const other = await startApp({ on: db, env: { PUBLIC_URL: server.url, CONTACT_EMAIL: OPERATOR } });
    const lines = await Promise.all([server, other].map(({ url }) => startFaultProxy(Number(new URL(url).port))));
    onCleanup(async () => {
      await Promise.all(lines.map((line) => line.close()));
      await other.close();
    });
    return lines;
  });

interface Write {
  readonly by: Member;
  readonly method: 'POST' | 'DELETE' | 'PUT';
  readonly path: string;
  readonly body?: object;
  readonly answered?: (answer: ApiAnswer) => void;
}

test(`${WRITES} writes with lost answers take effect exactly once`, async ({ circle, people, lines, server, db }) => {
  const random = seededRandom(20261124);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const [ana] = people;
  const group = await circle.group(ana, ...people.slice(1));
  const post = await circle.post(ana, { content: 'Who has a ladder?' });
  const comment = await circle.comment(ana, post);
  const message = await circle.message(ana, group);

  let lost = 0;
  let drops = 0;
  /** Sends it until an answer arrives; the first answer never does. */
  async function send({ by, method, path, body, answered }: Write): Promise<void> {
    const key = randomUUID();
    for (let attempt = 0; ; attempt += 1) {
      const line = pick(lines);
      const client = apiClient(line.url);
      client.use(by.client.token());
      if (attempt === 0 || random() < 0.3) {
        drops += 1;
        void line.dropAnswerTo(`/api${path}`);
      }
      const answer = await client.call(method, `/api${path}`, body, { 'idempotency-key': key }).catch(() => null);
      if (answer === null) {
        lost += 1;
        continue;
      }
      expect([method, path, answer.status, answer.body]).toEqual([method, path, expect.toBeOneOf([200, 201]), expect.anything()]);
      answered?.(answer);
      return;
    }
  }

  /** Whether the number of presses is odd, by target, member and emoji. */
  const pressed = new Map<string, boolean>();
  const actions: string[] = [];
  const press = (by: Member, kind: 'post' | 'comment' | 'message', target: string, emoji: string): Write => {
    const key = `${target}|${by.id}|${emoji}`;
    pressed.set(key, !pressed.get(key));
    return {
      by,
      method: 'POST',
      ...(kind === 'message'
        ? { path: `/messages/${target}/react`, body: { emoji } }
        : { path: '/posts/reactions', body: { emoji_code: emoji, target_type: kind, target_id: target } }),
      answered: ({ body }) => actions.push(body.data.action),
    };
  };
  const texts: string[] = [];
  const newText = (what: string): string => {
    texts.push(`${what} ${texts.length}`);
    return `${what} ${texts.length - 1}`;
  };
  const guests: string[] = [];
  const letters: string[] = [];
  const kinds: readonly ((by: Member) => Write)[] = [
    (by) => ({ by, method: 'POST', path: '/posts', body: { content: newText('post'), visibility_type: 'friends' } }),
    (by) => ({ by, method: 'POST', path: '/posts', body: { id: uuid(), content: newText('named post'), visibility_type: 'friends' } }),
    (by) => ({ by, method: 'POST', path: `/posts/${post}/comments`, body: { content: newText('comment') } }),
    (by) => ({ by, method: 'POST', path: `/groups/${group}/messages`, body: { content: newText('message') } }),
    (by) => press(by, 'post', post, pick(EMOJI)),
    (by) => press(by, 'comment', comment, pick(EMOJI)),
    (by) => press(by, 'message', message, pick(EMOJI)),
    (by) => {
      if (guests.length >= 18) return press(by, 'post', post, pick(EMOJI));
      guests.push(`guest-${guests.length}@kith.test`);
      return { by: ana, method: 'POST', path: '/friends/invite', body: { email: guests.at(-1) } };
    },
    (by) => {
      if (letters.length >= 20) return press(by, 'comment', comment, pick(EMOJI));
      letters.push(`letter ${letters.length}`);
      return { by, method: 'POST', path: '/misc/contact', body: { subject: letters.at(-1), message: 'It does not load.' } };
    },
  ];
  const writes = Array.from({ length: WRITES }, () => pick(kinds)(pick(people)));
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let write = writes.pop(); write; write = writes.pop()) await send(write);
    }),
  );
  await server.engine.settled();
  // Which of several requests to one path loses its answer is random, but the number of lost answers must match.
  expect(lost).toBe(drops);

  const stored = await db.sql<{ content: string }[]>`
    select content from posts union all select content from post_comments union all select content from group_messages`;
  const once = texts.filter((content) => stored.filter((row) => row.content === content).length === 1);
  expect(once).toEqual(texts);
  const kept = await db.sql<{ id: string }[]>`
    select target_id || '|' || user_id || '|' || emoji_code as id from post_reactions
    union all select message_id || '|' || user_id || '|' || emoji from group_message_reactions`;
  const odd = [...pressed].filter(([, odd]) => odd).map(([key]) => key);
  expect(kept.map(({ id }) => id).sort()).toEqual(odd.sort());
  const count = (action: string) => actions.filter((each) => each === action).length;
  expect(count('added') - count('removed')).toBe(odd.length);

  const notificationCounts = await db.sql<{ n: number }[]>`
    select count(*)::int as n from notifications where notification_type = 'post_commented' group by user_id, related_comment_id`;
  expect(notificationCounts.length).toBeGreaterThan(0);
  expect(notificationCounts.filter(({ n }) => n !== 1)).toEqual([]);
  for (const guest of guests) await server.mailTo(guest, () => true);
  for (const letter of letters) await server.mailTo(OPERATOR, ({ subject }) => subject === `Contact: ${letter}`);
  const mails = await server.mails();
  expect(mails.filter(({ to }) => guests.includes(to))).toHaveLength(guests.length);
  expect(mails.filter(({ to }) => to === OPERATOR)).toHaveLength(letters.length);
});
