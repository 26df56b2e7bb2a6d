/** The lines of calls: one for however many readers, put there with the event, due some seconds later. */
import { expect } from 'vitest';
import { test } from '../../../../tests/support/fixtures/calls.ts';
import { statementsOf } from '../../../../tests/support/statements.ts';

test('a second event joins the line, whose due time stays; one that happened earlier makes the line begin with it', async ({
  circle,
  db,
  people: { ana, cleo },
  group,
  calls,
}) => {
  await circle.message(ana, group);
  await db.sql`update jobs set due_at = now() + interval '3 seconds' where queue = 'call'`;
  const [begun] = await calls.lines();
  await circle.message(cleo, group);
  const [joined, ...others] = await calls.lines();
  expect(others).toEqual([]);
  expect(joined?.seconds).toBeLessThan(3);
  expect(joined?.data).toEqual(begun?.data);
  await db.sql`select add_call_events(array[row(${`messages|${group}`}, now() - interval '1 hour', 8)::call_event])`;
  expect(Date.parse(String((await calls.lines())[0]?.data.since))).toBeLessThan(Date.parse(String(begun?.data.since)));
});

test('messages are due after 8 s, everything else after 30 s', async ({ circle, people: { ana }, group, calls }) => {
  await circle.message(ana, group);
  await circle.post(ana);
  const waits = new Map((await calls.lines()).map(({ key, seconds }) => [key?.split('|')[0], seconds]));
  expect([...waits.keys()].sort()).toEqual(['messages', 'posts']);
  for (const [kind, delay] of [
    ['messages', 8],
    ['posts', 30],
  ] as const) {
    expect(waits.get(kind)).toBeLessThanOrEqual(delay);
    expect(waits.get(kind)).toBeGreaterThan(delay - 8);
  }
});

test('an event that rolls back puts no line, and one that commits does so with its notification', async ({
  db,
  people: { ana, ben },
  calls,
}) => {
  const notice = JSON.stringify([{ type: 'friend_request_sent', recipient: ben.id, by: ana.id, write: crypto.randomUUID() }]);
  const act = (fails: boolean) =>
    db.database.write(async (tx) => {
      await tx`select from notify_members(${notice}::text::jsonb)`;
      if (fails) throw new Error('rolled back');
    });
  await expect(act(true)).rejects.toThrow('rolled back');
  expect(await calls.lines()).toEqual([]);
  await act(false);
  expect((await calls.lines()).map(({ key }) => key)).toEqual([`friends|${ben.id}`]);
  expect(await calls.sendAll()).toEqual(['Ben: Ana sent you a friend request']);
});

test('each device of a member is called; a line costs one statement, however many read', async ({
  circle,
  db,
  people: { ana, ben, cleo },
  group,
  openPhone,
  calls,
}) => {
  for (const member of [ben, cleo, cleo]) await openPhone(member);
  await circle.message(ana, group);
  await calls.due();
  const asked: string[] = [];
  db.listenToStatements((_connection, text) => text.includes('callable_') && asked.push(text));
  await calls.send();
  db.listenToStatements(null);
  expect(calls.arrived.map(({ to }) => to).sort()).toEqual(['Ben', 'Ben', 'Cleo', 'Cleo']);
  expect(asked).toHaveLength(1);
  expect(new Set(calls.arrived.map(({ message }) => message.topic)).size).toBe(4);
  for (const { message } of calls.arrived) expect(message.topic).toMatch(/^[A-Za-z0-9_-]{32}$/);
});

test('a push of a message sends no statement for its calls', async ({ circle, db, people: { ana }, group, calls }) => {
  const { statements } = await statementsOf(db, () => circle.message(ana, group));
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.filter((statement) => /jobs|call/.test(statement))).toEqual([]);
  expect(statements.filter((statement) => statement.includes('notify_of_messages'))).toHaveLength(1);
  expect(await calls.lines()).toHaveLength(1);
});

test('where nobody can be called, lines are deleted when they are due', async ({ circle, db, people: { ana }, group, calls }) => {
  await db.sql`delete from push_subscriptions`;
  await circle.message(ana, group);
  await circle.post(ana);
  expect(await calls.lines()).toHaveLength(2);
  expect(await calls.sendAll()).toEqual([]);
  expect(await calls.lines()).toEqual([]);
});
