/**
 * Calls to devices: how late they are at the push service, what a notice costs, what it costs to write down that one is due, and whether
 * commands wait while a push service fails. The push services are real HTTPS servers in the process of the bench, and decrypt what they get.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { TransactionSql } from 'postgres';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPayload } from '../../schemas/push/payload.ts';
import { startPushService, type TestPushService } from '../support/push-service.ts';
import { selfSigned } from '../support/self-signed.ts';
import { until } from '../support/until.ts';
import { makeNetwork } from './circle.ts';
import { type KithHost, startKithHost } from './kith-host.ts';
import { openMemoryProbe, WITH_DEBUGGER } from './memory.ts';
import { cpuSeconds, postgresCpuSeconds } from './process-usage.ts';
import { alternate, inSequence, sizeOf } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import { median, spread, sum } from './statistics.ts';
import type { WireClient } from './wire-client.ts';
import { newMessage, newPost } from './writes.ts';

const MEMBERS = 128;
const FRIENDS = 8;
/** the posts of all of them to their friends */
const NOTICES = MEMBERS * FRIENDS;
/** who read each message of the large group */
const READERS = 64;
const LARGE_GROUP = uuid();
const EVENTS = sizeOf(100, 10);
const EVENT_EVERY_MS = 100;
const ROUNDS = sizeOf(3, 2);
const MESSAGES = sizeOf(300, 50);
const LINES = sizeOf(1_000, 100);
const COMMANDS = sizeOf(200, 40);
const COMMAND_EVERY_MS = 40;
/** A process of Postgres reports its times at the latest this long after its last statement. */
const REPORTED_MS = 11_000;

const network = makeNetwork(MEMBERS, FRIENDS);
const members = network.members.map(({ id }) => id);
/** groups of a member and a friend of theirs */
const pairs = network.friendships.slice(0, EVENTS).map(([one, other]) => ({ group: uuid(), writer: one, reader: other }));

const identity = selfSigned();
const certificates = mkdtempSync(join(tmpdir(), 'kith-bench-push-'));
const services: { readonly [Name in 'accepts' | 'hangs' | 'fails']: TestPushService } = {
  accepts: await startPushService(identity),
  hangs: await startPushService(identity),
  fails: await startPushService(identity),
};
services.hangs.behave('hang');
services.fails.behave({ status: 500 });

let kith: KithHost;
let clients: readonly WireClient[];
beforeAll(async () => {
  const file = join(certificates, 'push.pem');
  writeFileSync(file, identity.certificate);
  kith = await startKithHost(
    async (sql) => {
      await seedCircle(sql, network);
      const groups = [
        { id: LARGE_GROUP, people: members.slice(0, READERS + 1) },
        ...pairs.map(({ group, writer, reader }) => ({ id: group, people: [members[writer] ?? '', members[reader] ?? ''] })),
      ];
      for (const { id, people } of groups) {
        await sql`insert into groups ${sql({ id, name: 'A group', founder_id: people[0] ?? '', write_id: uuid() })}`;
        await sql`insert into group_members ${sql(
          people.map((user_id, n) => ({ group_id: id, user_id, role: n === 0 ? 'owner' : 'member', write_id: uuid() })),
        )}`;
      }
    },
    {
      env: {
        NODE_OPTIONS: WITH_DEBUGGER,
        NODE_EXTRA_CA_CERTS: file,
        PUSH_HOSTS: Object.values(services)
          .map(({ host }) => host)
          .join(','),
      },
    },
  );
  clients = await kith.clients(members);
});
afterAll(async () => {
  await kith?.stop();
  for (const service of Object.values(services)) await service.close();
  rmSync(certificates, { recursive: true });
});

const clientOf = (place: number): WireClient => clients[place] as WireClient;

/** Each member has one device, at this push service, or at none. */
async function devicesAt(service: TestPushService | null): Promise<void> {
  await kith.sql`delete from push_subscriptions`;
  if (service === null) return;
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  for (const member of members) {
    const { endpoint, keys } = await service.subscribe();
    await kith.sql`
      insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth)
      select id, user_id, ${endpoint}, ${bytes(keys.p256dh)}, ${bytes(keys.auth)} from sessions where user_id = ${member} limit 1`;
  }
}

/** Waits until everybody is notified of what was written. */
const notified = () => until(async () => (await kith.sql`select from unnotified`).length === 0);

/** Forgets all lines, once none is in hand, and what nobody has read yet. */
async function forget(): Promise<void> {
  await notified();
  await until(async () => (await kith.sql`select from jobs where queue like 'call%' and key is null`).length === 0);
  await kith.sql`delete from jobs where queue like 'call%' and key is not null`;
  await kith.sql`update notifications set is_read = true where not is_read`;
}

const makeDue = () => kith.sql`update jobs set due_at = now() where queue = 'call' and key is not null`;

/** Every member writes a post to their friends, which is a line each. */
async function writePosts(): Promise<void> {
  for (const [place, id] of members.entries()) await clientOf(place).push([newPost(id)]);
  await notified();
}

test('how late a call is', async (context) => {
  await devicesAt(services.accepts);
  const before = services.accepts.received.length;
  const written = new Map<string, number>();
  const due = new Map<string, number>();
  const noteLines = async () => {
    const lines = await kith.sql<{ line: string; due: string }[]>`
      select data ->> 'line' as line, data ->> 'due' as due from jobs where queue = 'call'`;
    for (const { line, due: at } of lines) due.set(line, Date.parse(at));
  };
  const begun = performance.now();
  for (const [n, { group, writer, reader }] of pairs.entries()) {
    await wait(Math.max(0, begun + n * EVENT_EVERY_MS - performance.now()));
    const author = members[writer] ?? '';
    // A further post of the same member joins the line of the first.
    if (!written.has(`posts|${author}`)) {
      written.set(`posts|${author}`, Date.now());
      await clientOf(writer).push([newPost(author, 'specific', [members[reader] ?? ''])]);
    }
    written.set(`messages|${group}`, Date.now());
    await clientOf(writer).push([newMessage(author, group)]);
    if (n % 20 === 0) await noteLines();
  }
  await notified();
  await noteLines();
  await until(() => services.accepts.received.length === before + written.size);
  const arrived = services.accepts.received.slice(before).map(({ text, at }) => {
    const call = readPayload(text)?.call;
    const line = call?.type === 'group_message' ? `messages|${call.group?.id}` : `posts|${call?.by?.id}`;
    return { line, at };
  });
  expect(new Set(arrived.map(({ line }) => line)).size).toBe(written.size);
  for (const [kind, work] of [
    ['messages', 'a message'],
    ['posts', 'a post'],
  ] as const) {
    const own = arrived.filter(({ line }) => line.startsWith(kind));
    const times = (since: ReadonlyMap<string, number>) => own.map(({ line, at }) => at - (since.get(line) ?? Number.NaN));
    const delays = own.map(({ line }) => (due.get(line) ?? Number.NaN) - (written.get(line) ?? Number.NaN));
    report(
      context,
      {
        work: `${work}: written → request at the push service`,
        unit: 'ms',
        ours: spread(times(written)),
        floor: spread(delays),
        floorName: 'due',
      },
      { work: 'the same: later than due', unit: 'ms', ours: spread(times(due)), must: { atMost: 250 } },
    );
  }
  await forget();
});

interface Cost {
  readonly server: number;
  readonly postgres: number;
  readonly database: number;
}

/** Milliseconds in which Postgres carried out statements. */
async function databaseMs(): Promise<number> {
  await wait(REPORTED_MS);
  const [row] = await kith.sql<{ ms: number }[]>`select active_time as ms from pg_stat_database where datname = current_database()`;
  return row?.ms ?? Number.NaN;
}

/** What it costs to send what is due, in milliseconds. The rest of the server is idle. */
async function costOf(notices: number, write: () => Promise<void>): Promise<Cost & { readonly lines: number }> {
  await write();
  await notified();
  const [{ lines } = { lines: Number.NaN }] = await kith.sql<{ lines: number }[]>`
    select count(*)::int as lines from jobs where queue = 'call' and key is not null`;
  // Messages would fall due before Postgres has reported.
  await kith.sql`update jobs set due_at = now() + interval '1 hour' where queue = 'call'`;
  const database = await databaseMs();
  const before = services.accepts.received.length;
  const [server, postgres] = [cpuSeconds(kith.pid), postgresCpuSeconds(kith.postmaster)];
  await makeDue();
  await until(() => services.accepts.received.length === before + notices);
  await until(async () => (await kith.sql`select from jobs where queue like 'call%'`).length === 0);
  const used = { server: (cpuSeconds(kith.pid) - server) * 1000, postgres: (postgresCpuSeconds(kith.postmaster) - postgres) * 1000 };
  return { ...used, database: (await databaseMs()) - database, lines };
}

test.for([
  { work: `a post with ${FRIENDS} readers`, events: MEMBERS, readers: FRIENDS, write: writePosts },
  {
    work: `a message with ${READERS} readers`,
    events: 1,
    readers: READERS,
    write: async () => void (await clientOf(0).push([newMessage(members[0] ?? '', LARGE_GROUP)])),
  },
])('what a notice costs: $work', async ({ work, events, readers, write }, context) => {
  await devicesAt(services.accepts);
  const costs: Awaited<ReturnType<typeof costOf>>[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await forget();
    const cost = await costOf(events * readers, write);
    if (round > 0) costs.push(cost);
  }
  const each = (what: keyof Cost) => sum(costs.map((cost) => cost[what])) / (ROUNDS * events * readers);
  expect(costs.map(({ lines }) => lines)).toEqual(costs.map(() => events));
  report(
    context,
    { work: `${work}: lines of due work`, unit: '', ours: median(costs.map((cost) => cost.lines)) / events, must: { atMost: 1 } },
    { work: 'the same, for each reader: processor time of the server', unit: 'ms', ours: each('server') },
    { work: 'the same: processor time of Postgres', unit: 'ms', ours: each('postgres') },
    { work: 'the same: time in the database', unit: 'ms', ours: each('database') },
  );
  await forget();
});

/** How long each of these takes, in milliseconds. */
async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

test('what a line costs the write that puts it there', async (context) => {
  const say = () => clientOf(0).push([newMessage(members[0] ?? '', LARGE_GROUP)]);
  const chat = async (service: TestPushService | null) => {
    await devicesAt(service);
    const times = await inSequence(MESSAGES, () => timed(say));
    await makeDue();
    await forget();
    return times;
  };
  const times = await alternate(ROUNDS, { withDevices: () => chat(services.accepts), without: () => chat(null) });
  // In one transaction, as the write that puts a line there is one anyway.
  const statements = (statement: (tx: TransactionSql, nth: number) => Promise<unknown>) => () =>
    kith.sql.begin(async (tx) => {
      const taken: number[] = [];
      for (let nth = 0; nth < LINES; nth += 1) taken.push(await timed(() => statement(tx, nth)));
      await tx`delete from jobs where queue = 'call'`;
      return taken;
    });
  const line = (tx: TransactionSql, of: string) => tx`select add_call_events(array[row(${of}, now(), 8)::call_event])`;
  const puts = await alternate(ROUNDS, {
    fresh: statements((tx, nth) => line(tx, `messages|${nth}`)),
    joined: statements((tx) => line(tx, 'messages|0')),
    nothing: statements((tx) => tx`select ${'messages|0'}::text, now()`),
  });
  const nothing = { floor: spread(puts.nothing.flat()), floorName: 'a statement that does nothing' };
  report(
    context,
    {
      work: `a message in a group of ${READERS + 1} who can all be called: acknowledged`,
      unit: 'ms',
      ours: spread(times.withDevices.flat()),
      floor: spread(times.without.flat()),
      floorName: 'no devices',
      must: { atMost: 1.2 },
    },
    { work: 'a new line, inside a transaction', unit: 'ms', ours: spread(puts.fresh.flat()), ...nothing },
    { work: 'the same: an event joins the line', unit: 'ms', ours: spread(puts.joined.flat()), ...nothing },
  );
});

test(`commands while a push service fails`, async (context) => {
  const probe = await openMemoryProbe(kith.pid, kith.server.output());
  /** Commands at their times, which are not those of the answers: a server that waits does not make fewer of them. */
  const commands = async () => {
    const begun = performance.now();
    const answers: Promise<number>[] = [];
    for (let n = 0; n < COMMANDS; n += 1) {
      await wait(Math.max(0, begun + n * COMMAND_EVERY_MS - performance.now()));
      const { writer, group } = pairs[n % pairs.length] ?? { writer: 0, group: '' };
      answers.push(timed(() => clientOf(writer).push([newMessage(members[writer] ?? '', group)])));
    }
    return Promise.all(answers);
  };
  const during = (service: TestPushService | null) => async () => {
    await devicesAt(service);
    if (service) await writePosts();
    const before = await probe.usedBytes();
    await makeDue();
    if (service) await until(() => service.requests() > 0);
    const times = await commands();
    const grown = (await probe.usedBytes()) - before;
    const waiting = (await kith.sql`select from jobs where queue like 'call%'`).length;
    await forget();
    return { times, grown, waiting };
  };
  const results = await alternate(ROUNDS, { quiet: during(null), hangs: during(services.hangs), fails: during(services.fails) });
  probe.close();
  const timesOf = (sample: typeof results.quiet) => spread(sample.flatMap(({ times }) => times));
  const quiet = timesOf(results.quiet);
  for (const [name, what] of [
    ['hangs', 'never answers'],
    ['fails', 'answers 500'],
  ] as const) {
    const times = timesOf(results[name]);
    const same = `while ${NOTICES.toLocaleString('en')} notices are due at a push service that ${what}`;
    expect(Math.min(...results[name].map(({ waiting }) => waiting))).toBeGreaterThan(MEMBERS);
    report(
      context,
      { work: `a message ${same}: acknowledged`, unit: 'ms', ours: times, floor: quiet, floorName: 'nothing due' },
      {
        work: 'the same: the slowest twentieth',
        unit: 'ms',
        ours: times.p95,
        floor: quiet.p95,
        floorName: 'nothing due',
        must: { atMost: 1.5 },
      },
      {
        work: 'the same: memory of the server, more',
        unit: 'MiB',
        ours: median(results[name].map(({ grown }) => grown)) / 2 ** 20,
        must: { atMost: 16 },
      },
    );
  }
});
