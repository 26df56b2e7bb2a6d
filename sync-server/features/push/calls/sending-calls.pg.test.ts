/** How calls reach devices: push services that fail, processes that end, and servers that rest. */
import { expect } from 'vitest';
import { test as callsTest } from '../../../../tests/support/fixtures/calls.ts';
import { until } from '../../../../tests/support/until.ts';
import { restSending, resumeSending } from '../../../core/sending.ts';
import { claimJobs } from '../../../db/jobs.ts';
import type { Database } from '../../../db/pool/transaction.ts';
import type { PushOutcome } from '../push-delivery.ts';
import { createCalls } from './calls.ts';
import { dueCalls } from './due-calls.ts';
import { AGAIN_QUEUE, type Line } from './lines.ts';

const test = callsTest
  /** Starts a process that sends calls. It ends with the test. */
  .extend('start', ({ db, calls, callLog }, { onCleanup }) => {
    const closes: (() => Promise<void>)[] = [];
    onCleanup(async () => {
      for (const close of closes) await close();
    });
    return (options: Partial<Parameters<typeof createCalls>[0]> = {}) => {
      const { delivery } = calls;
      const started = createCalls({ database: db.database, delivery, publicUrl: 'https://kith.test', log: callLog.log, ...options });
      closes.push(started.close);
      return started;
    };
  })
  .extend(
    'subscriptions',
    ({ db }) =>
      async () =>
        (await db.sql<{ session_id: string }[]>`select session_id from push_subscriptions`).map(({ session_id }) => session_id),
  );

test('a device that is gone is forgotten and the others are called; one that registered anew stays', async ({
  circle,
  db,
  people: { ana, ben, cleo },
  phones,
  group,
  openPhone,
  pushService,
  subscriptions,
  calls,
}) => {
  const second = await openPhone(ben);
  const third = await openPhone(cleo);
  pushService.answer = async ({ sessionId }) => {
    if (sessionId === phones.ben) return { kind: 'gone' };
    if (sessionId === third) {
      await db.sql`update push_subscriptions set endpoint = 'https://push.kith.test/anew' where session_id = ${third}`;
      return { kind: 'gone' };
    }
    return { kind: 'accepted' };
  };
  await circle.message(ana, group);
  expect(await calls.sendAll()).toEqual(['Ben: Ana wrote in Sunday walks']);
  expect((await subscriptions()).sort()).toEqual([phones.ana, second, third].sort());
});

test('[R-72] [R-73] a call that is refused, or not taken now, forgets no device; the refusal is logged', async ({
  circle,
  people: { ana },
  group,
  pushService,
  subscriptions,
  calls,
  callLog,
}) => {
  const before = await subscriptions();
  const refusals: PushOutcome[] = [413, 400, 403].map((status) => ({ kind: 'refused', status }));
  for (const outcome of [...refusals, { kind: 'later', seconds: 60 } as const]) {
    pushService.answer = () => outcome;
    await circle.message(ana, group);
    expect(await calls.sendAll()).toEqual([]);
  }
  expect(await subscriptions()).toEqual(before);
  expect(callLog.lines.map((line) => JSON.parse(line).status)).toEqual([413, 400, 403]);
});

test('[R-73] a device whose push service fails has a line of its own, and is asked anew when that is due', async ({
  circle,
  people: { ana, ben, cleo },
  acts: { readAll },
  phones,
  group,
  openPhone,
  pushService,
  calls,
}) => {
  await openPhone(cleo);
  pushService.answer = ({ sessionId }) => (sessionId === phones.ben ? { kind: 'later', seconds: 90 } : { kind: 'accepted' });
  const message = await circle.message(ana, group);
  expect(await calls.sendAll()).toEqual(['Cleo: Ana wrote in Sunday walks']);
  const [again, ...others] = await calls.lines();
  expect(others).toEqual([]);
  expect(again).toMatchObject({ queue: 'call-again', key: `${phones.ben}|group_message|${group}`, data: { again: { failures: 1 } } });
  expect(again?.seconds).toBeGreaterThan(80);

  expect(await calls.sendAll('call-again')).toEqual([]);
  expect(await calls.lines()).toMatchObject([{ queue: 'call-again', data: { again: { failures: 2 } } }]);
  pushService.answer = () => ({ kind: 'accepted' });
  expect(await calls.sendAll('call-again')).toEqual(['Ben: Ana wrote in Sunday walks']);
  expect(calls.arrived.map(({ call }) => call.event)).toEqual([message, message]);
  expect(await calls.lines()).toEqual([]);

  // Read before the second try.
  pushService.answer = () => ({ kind: 'later', seconds: 1 });
  await circle.message(ana, group);
  await calls.sendAll();
  expect((await calls.lines()).length).toBeGreaterThan(0);
  pushService.answer = () => ({ kind: 'accepted' });
  for (const member of [ben, cleo]) await readAll(member);
  expect(await calls.sendAll('call-again')).toEqual([]);
  expect(await calls.lines()).toEqual([]);
});

test('a newer call to a device makes the further try of an older one with the same tag needless', async ({
  circle,
  people: { ana },
  group,
  pushService,
  calls,
}) => {
  pushService.answer = () => ({ kind: 'later', seconds: 600 });
  await circle.message(ana, group);
  await calls.sendAll();
  expect(await calls.lines()).toMatchObject([{ queue: 'call-again' }]);
  pushService.answer = () => ({ kind: 'accepted' });
  await circle.message(ana, group);
  expect(await calls.sendAll()).toEqual(['Ben: Ana wrote in Sunday walks']);
  expect(await calls.lines()).toEqual([]);
});

test('[R-76] a further try that was taken before a newer line calls its device calls nobody', async ({
  circle,
  db,
  people: { ana },
  group,
  pushService,
  calls,
}) => {
  pushService.answer = () => ({ kind: 'later', seconds: 600 });
  await circle.message(ana, group);
  await calls.sendAll();
  pushService.answer = () => ({ kind: 'accepted' });
  await calls.due(AGAIN_QUEUE);
  const [taken] = (await claimJobs<Line>(db.database, [AGAIN_QUEUE], 1, { leaseSeconds: 60, soonSeconds: 4 })).jobs;
  if (!taken) throw new Error('there is no further try');
  expect(await dueCalls(db.database, taken)).toHaveLength(1);
  await circle.message(ana, group);
  expect(await calls.sendAll()).toEqual(['Ben: Ana wrote in Sunday walks']);
  expect(await dueCalls(db.database, taken)).toEqual([]);
});

test('[R-76] a further try waits while newer events have a line of their own, so that no device is called about them twice', async ({
  circle,
  people: { ana, cleo },
  acts: { deletePost },
  group,
  pushService,
  calls,
}) => {
  const failed = async (): Promise<string> => {
    pushService.answer = () => ({ kind: 'later', seconds: 60 });
    const post = await circle.post(ana);
    expect(await calls.sendAll()).toEqual([]);
    pushService.answer = () => ({ kind: 'accepted' });
    return post;
  };
  await failed();
  await circle.post(ana);
  expect(await calls.sendAll('call-again')).toEqual([]);
  expect(await calls.lines()).toMatchObject([
    { queue: 'call-again', data: { again: { failures: 1 } } },
    { queue: 'call', key: `posts|${ana.id}` },
  ]);
  expect(await calls.sendAll()).toEqual(['Ben: Ana shared a post']);
  expect(await calls.lines()).toEqual([]);

  // Both are due at once.
  await failed();
  await circle.post(ana);
  await calls.due('call-again');
  expect(await calls.sendAll()).toEqual(['Ben: Ana shared a post']);
  expect(await calls.sendAll('call-again')).toEqual([]);

  // The newer line calls nobody.
  await failed();
  await deletePost(ana, await circle.post(ana));
  expect(await calls.sendAll('call-again')).toEqual([]);
  expect(await calls.sendAll()).toEqual([]);
  expect(await calls.sendAll('call-again')).toEqual(['Ben: Ana shared a post']);
  expect(await calls.lines()).toEqual([]);

  // A line about something else holds up nothing.
  await failed();
  await circle.message(cleo, group);
  expect(await calls.sendAll('call-again')).toEqual(['Ben: Ana shared a post']);
});

test('[R-76] a process that dies between sending and noting leaves a call that comes again with the same tag and event', async ({
  circle,
  db,
  people: { ana, ben },
  group,
  pushService,
  start,
  calls,
}) => {
  const first = await circle.message(ana, group);
  await calls.due();
  let dead = false;
  pushService.answer = () => {
    dead = true;
    return { kind: 'accepted' };
  };
  const gone = () => Promise.reject(Object.assign(new Error('the process is gone'), { code: 'CONNECTION_CLOSED' }));
  const dying: Database = {
    ...db.database,
    write: (work) => (dead ? gone() : db.database.write(work)),
    writeStatement: (statement) => (dead ? gone() : db.database.writeStatement(statement)),
  };
  const process = start({ database: dying });
  await until(() => calls.arrived.length === 1);
  await process.close();
  expect(await calls.lines()).toMatchObject([{ queue: 'call', key: null }]);
  expect((await calls.lines())[0]?.seconds).toBeGreaterThan(60);

  // Nothing sends it again before the lease is over, and a further event has a line of its own.
  const second = await circle.message(ana, group);
  expect(await calls.lines()).toHaveLength(2);
  await db.sql`update jobs set due_at = now() - interval '1 second' where queue = 'call' and key is not null`;
  const other = start();
  await until(() => calls.arrived.length === 2);
  await until(async () => (await calls.lines()).length === 1);
  await other.close();
  await calls.due();
  await calls.send();
  expect(calls.arrived.map(({ to, tag, call }) => [to, tag, call.event])).toEqual([
    [ben.name, `group_message|${group}`, first],
    [ben.name, `group_message|${group}`, second],
    [ben.name, `group_message|${group}`, second],
  ]);
  expect(new Set(calls.arrived.map(({ message }) => message.topic)).size).toBe(1);
  expect(await calls.lines()).toEqual([]);
});

test('two processes send each line once', async ({ circle, people: { ana }, group, start, calls }) => {
  for (let post = 0; post < 3; post += 1) await circle.post(ana);
  await circle.message(ana, group);
  await calls.due();
  const processes = [start(), start(), start()];
  await until(async () => (await calls.lines()).length === 0);
  for (const each of processes) await each.close();
  expect(calls.arrived.map(({ title }) => title).sort()).toEqual(['Ana shared 3 posts', 'Ana wrote in Sunday walks']);
});

test('[R-77] while sending rests, what is due stays where it is', async ({ circle, db, people: { ana }, group, start, calls }) => {
  await circle.message(ana, group);
  await calls.due();
  await restSending(db.database, 'copied');
  expect(await claimJobs(db.database, ['call'], 5, { leaseSeconds: 60, soonSeconds: 4, rests: true })).toEqual({ jobs: [], nextMs: null });
  start({ rests: true });
  expect(await calls.lines()).toMatchObject([{ queue: 'call', key: `messages|${group}` }]);
  await resumeSending(db.database, 'https://kith.test');
  await until(() => calls.arrived.length === 1);
});

test('[R-77] what fell due more than an hour ago calls nobody, and neither does what happened a day ago', async ({
  circle,
  db,
  people: { ana, ben },
  group,
  calls,
}) => {
  await circle.message(ana, group);
  await db.sql`
    update jobs set data = jsonb_set(data, '{due}', to_jsonb(now() - interval '61 minutes')) where queue = 'call'`;
  expect(await calls.sendAll()).toEqual([]);
  expect(await calls.lines()).toEqual([]);

  const post = await circle.post(ana);
  await db.sql`update notifications set created_at = now() - interval '23 hours' where related_post_id = ${post}`;
  await db.sql`update jobs set data = jsonb_set(data, '{since}', to_jsonb(now() - interval '3 days')) where queue = 'call'`;
  expect(await calls.sendAll()).toEqual(['Ben: Ana shared a post']);
  expect(calls.arrived.at(-1)?.message.ttlSeconds).toBeGreaterThan(3500);
  expect(calls.arrived.at(-1)?.message.ttlSeconds).toBeLessThanOrEqual(3600);

  await circle.post(ana);
  await db.sql`update notifications set created_at = now() - interval '25 hours' where user_id = ${ben.id}`;
  await db.sql`update jobs set data = jsonb_set(data, '{since}', to_jsonb(now() - interval '3 days')) where queue = 'call'`;
  expect(await calls.sendAll()).toEqual([]);
});

test('[R-73] while a push service hangs, few of 1,000 lines are in hand, no write waits, and devices elsewhere are called', async ({
  circle,
  db,
  people: { ana, ben, cleo },
  group,
  openPhone,
  pushService,
  start,
  calls,
}) => {
  const elsewhere = await openPhone(cleo);
  await db.sql`update push_subscriptions set endpoint = ${`https://elsewhere.kith.test/${elsewhere}`} where session_id = ${elsewhere}`;
  for (let phone = 0; phone < 3; phone += 1) await openPhone(ben);
  let release = (): void => undefined;
  const hangs = new Promise<PushOutcome>((resolve) => {
    release = () => resolve({ kind: 'later', seconds: 600 });
  });
  let inFlight = 0;
  let most = 0;
  pushService.answer = async ({ sessionId }) => {
    if (sessionId === elsewhere) return { kind: 'accepted' };
    inFlight += 1;
    most = Math.max(most, inFlight);
    return hangs.finally(() => {
      inFlight -= 1;
    });
  };
  // Each line is about the same posts of Ana, which call Ben.
  await circle.post(ana, { audience: 'specific', chosen: [ben] });
  await calls.forget();
  await db.sql`
    insert into jobs (queue, data, due_at)
    select 'call', jsonb_build_object('line', ${`posts|${ana.id}`}::text, 'since', now() - interval '1 hour', 'due', now()), now()
    from generate_series(1, 1000)`;
  const process = start();
  await until(() => inFlight > 0);
  await circle.message(ana, group);
  await db.sql`update jobs set due_at = '-infinity' where key like 'messages|%'`;
  await until(() => calls.arrived.some(({ to }) => to === cleo.name));
  const [held] = await db.sql<{ count: number }[]>`select count(*)::int as count from jobs where queue = 'call' and tries > 0`;
  expect(held?.count).toBeLessThanOrEqual(48);
  expect(most).toBeLessThanOrEqual(16);
  release();
  await until(async () => (await db.sql`select from jobs where queue = 'call'`).length === 0);
  await process.close();
  expect(most).toBeLessThanOrEqual(16);
  // However often a device failed, it has one line for each tag.
  expect((await calls.lines()).filter(({ queue }) => queue === 'call-again').length).toBeLessThanOrEqual(8);
});

test('a claim names the time of the next line, so that it is sent when it is due', async ({ db, calls: _calls }) => {
  const claim = (count = 5) => claimJobs<object>(db.database, ['call', 'call-quiet'], count, { leaseSeconds: 60, soonSeconds: 4 });
  expect(await claim()).toEqual({ jobs: [], nextMs: null });
  await db.sql`
    insert into jobs (queue, key, data, due_at) values
      ('call', 'a', '{}', now()), ('call-quiet', 'b', '{}', now()), ('call', 'c', '{}', now() + interval '2 seconds'),
      ('call', 'd', '{}', now() + interval '1 hour'), ('other', 'e', '{}', now())`;
  const { jobs, nextMs } = await claim();
  expect(jobs.map(({ tries }) => tries)).toEqual([1, 1]);
  expect(nextMs).toBeGreaterThan(0);
  expect(nextMs).toBeLessThanOrEqual(2000);
  const rows = await db.sql<{ key: string | null }[]>`select key from jobs where queue in ('call', 'call-quiet', 'other') order by key`;
  expect(rows.map(({ key }) => key)).toEqual(['c', 'd', 'e', null, null]);
  await db.sql`delete from jobs where queue = 'other'`;
});
