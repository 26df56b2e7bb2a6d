import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { expect, onTestFinished } from 'vitest';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../../schemas/protocol/version.ts';
import { apiClient } from '../../../tests/support/api-client.ts';
import { openChannel } from '../../../tests/support/channel-client.ts';
import { circleOf, test as serverTest } from '../../../tests/support/fixtures/server.ts';
import { testDatabase } from '../../../tests/support/postgres.ts';
import { type Behaviour, startPushService } from '../../../tests/support/push-service.ts';
import { type AppOptions, startApp } from '../../../tests/support/start-app.ts';
import { openStream } from '../../../tests/support/sync-client.ts';
import { until } from '../../../tests/support/until.ts';
import { restSending, resumeSending } from '../../core/sending.ts';
import { openDatabase } from '../../db/pool/connect.ts';
import type { Database } from '../../db/pool/transaction.ts';

const TOKEN = 'a-token-of-the-operator';
const GB = 1_000_000_000;

/** Sends headers that fetch does not: the host. */
const ask = (url: string, headers: Record<string, string> = {}, method = 'GET', path = '/metrics') =>
  new Promise<{ status: number; type: string; text: string }>((resolve, reject) => {
    request(url, { agent: false, method, path, headers }, (response) => {
      const { statusCode: status = 0, headers: said } = response;
      let text = '';
      response.on('data', (part: Buffer) => {
        text += part.toString();
      });
      response.on('end', () => resolve({ status, type: said['content-type'] ?? '', text }));
    })
      .on('error', reject)
      .end();
  });

/** All series with their values; `kith_x{a="b"}` is the name of one with a label. */
async function scrape(url: string): Promise<ReadonlyMap<string, number>> {
  const { text } = await ask(url);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

/** Takes all connections of this pool, and waits for three more, until `release`. */
function holdConnections(database: Database) {
  let release: () => void = () => undefined;
  const untilReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = Array.from({ length: 11 }, () => database.onConnection(() => untilReleased));
  return { release, released: Promise.all(held) };
}

const test = serverTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env: { METRICS_TOKEN: TOKEN } }))
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    await circle.befriend(ana, ben);
    return { ana, ben };
  })
  /** a server of its own for this test */
  .extend('start', ({ db }) => async (options: AppOptions = {}) => {
    const started = await startApp({ on: db, ...options });
    onTestFinished(() => started.close());
    return started;
  });

test('a program on this machine reads how the server is', async ({ server, people: _ }) => {
  const { status, type } = await ask(server.url);
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  const found = await scrape(server.url);
  expect(Object.fromEntries(found)).toMatchObject({
    kith_ready: 1,
    kith_database_up: 1,
    kith_members: 2,
    kith_photo_bytes: 0,
    kith_photo_bytes_of_one_member: 0,
    'kith_jobs_waiting{queue="upkeep"}': 1,
    kith_upkeep_overdue_seconds: 0,
    'kith_backup_state{state="off"}': 1,
    'kith_backup_state{state="good"}': 0,
    kith_backup_age_seconds: Number.NaN,
    kith_disk_free_bytes: Number.NaN,
    kith_disk_full: 0,
    'kith_database_connections_max{pool="general"}': 8,
    'kith_database_waiting{pool="general"}': 0,
  });
  expect(found.get('kith_database_connections_open{pool="general"}')).toBeGreaterThan(0);
  expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect(found.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
});

test('a caller who came through a proxy or asked for another host needs the token; without it nothing is there', async ({
  server,
  start,
}) => {
  const noToken = await start();
  const nothing = (await ask(server.url, {}, 'GET', '/api/nothing')).text;
  const elsewhere: Record<string, string>[] = [{ 'x-forwarded-for': '192.0.2.1' }, { via: '1.1 proxy' }, { host: 'kith.example' }];
  for (const headers of elsewhere) {
    for (const authorization of ['', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, 'Bearer ', `Basic ${TOKEN}`]) {
      const { status, text } = await ask(server.url, { ...headers, authorization });
      expect([headers, authorization, status, text]).toEqual([headers, authorization, 404, nothing]);
    }
    expect(await ask(server.url, { ...headers, authorization: `Bearer ${TOKEN}` })).toMatchObject({ status: 200 });
    for (const authorization of [`Bearer ${TOKEN}`, 'Bearer null', 'Bearer '])
      expect(await ask(noToken.url, { ...headers, authorization })).toMatchObject({ status: 404, text: nothing });
  }
  expect((await ask(noToken.url)).status).toBe(200);
});

test('requests are measured by their route, and no label has anything that a client sent', async ({ server, circle, people }) => {
  const { ana } = people;
  const postId = await circle.post(ana, { content: 'said in confidence' });
  for (let n = 0; n < 3; n += 1) await ana.client.get(`/api/posts/${postId}`);
  await apiClient(server.url).get(`/api/posts/${postId}`);
  await ana.client.get(`/api/secret-words/${postId}?email=${ana.email}`);
  await ask(server.url, {}, 'GET', '/secret-words');
  await ask(server.url, {}, 'PROPFIND', '/secret-words');
  const count = (method: string, route: string, status: string) =>
    `kith_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;
  const found = await scrape(server.url);
  expect(found.get(count('GET', '/api/posts/:id', '2xx'))).toBe(3);
  expect(found.get(count('GET', '/api/posts/:id', '5xx'))).toBeUndefined();
  expect([...found.keys()].filter((name) => /_count\{.*status="4xx"/.test(name)).length).toBeGreaterThan(1);
  const { text } = await ask(server.url);
  for (const secret of [postId, ana.id, ana.email, 'Ana', 'secret-words', 'PROPFIND', 'confidence']) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/);
});

test('streams are counted while they are open, and so is what they are sent', async ({ server, circle, people: { ana, ben } }) => {
  const headers = { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION), authorization: `Bearer ${ana.client.token()}` };
  const stream = await openStream(`${server.url}/api/sync/stream`, headers);
  const channel = await openChannel(server.url, 'posts', ana.client.token() ?? '');
  onTestFinished(() => [stream, channel].forEach((one) => void one.close()));
  await stream.until(() => stream.named('open').length === 1);
  const before = await scrape(server.url);
  expect([before.get('kith_streams_open{kind="device"}'), before.get('kith_streams_open{kind="channel"}')]).toEqual([1, 1]);
  await circle.post(ben, { content: 'to all of you' });
  await stream.until(() => stream.frames().length > 0);
  const after = await scrape(server.url);
  const more = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  expect(more('kith_stream_frames_sent_total')).toBeGreaterThanOrEqual(stream.frames().length);
  expect(more('kith_stream_bytes_sent_total')).toBeGreaterThan(100);
  expect(more('kith_stream_lag_seconds_count')).toBeGreaterThan(0);
  expect(more('kith_stream_lag_seconds_sum')).toBeGreaterThan(0);
  expect(more('kith_stream_lag_seconds_sum')).toBeLessThan(10);
  stream.close();
  channel.close();
  await until(async () => {
    const found = await scrape(server.url);
    return found.get('kith_streams_open{kind="device"}') === 0 && found.get('kith_streams_open{kind="channel"}') === 0;
  });
});

test('how long a change waits for its delivery is seen while it waits, and measured afterwards', async ({
  server,
  db,
  circle,
  start,
  people,
}) => {
  const { ana, ben } = people;
  const database = openDatabase(db.url, pino({ level: 'silent' }));
  onTestFinished(() => database.close());
  const other = await start({ on: { ...db, database }, env: { PUBLIC_URL: server.url } });
  const headers = { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION), authorization: `Bearer ${ana.client.token()}` };
  const stream = await openStream(`${server.url}/api/sync/stream`, headers);
  onTestFinished(() => void stream.close());
  await stream.until(() => stream.named('open').length === 1);
  const postId = await circle.post(ben, { content: 'to be liked' });
  await stream.until(() => stream.frames().length > 0);
  await server.engine.settled();
  await until(async () => (await scrape(server.url)).get('kith_stream_waiting_seconds') === 0);
  const before = await scrape(server.url);
  const framesBefore = stream.frames().length;
  const held = holdConnections(db.database);
  // Notifies nobody, so nothing else waits.
  await circleOf(other).react(ben, 'post', postId);
  await until(async () => Number((await scrape(server.url)).get('kith_stream_waiting_seconds')) > 0.2).finally(held.release);
  await stream.until(() => stream.frames().length > framesBefore);
  await until(async () => (await scrape(server.url)).get('kith_stream_waiting_seconds') === 0);
  const after = await scrape(server.url);
  const sum = 'kith_stream_lag_seconds_sum';
  expect((after.get(sum) ?? 0) - (before.get(sum) ?? 0)).toBeGreaterThan(0.2);
  await held.released;
});

test('mails and notifications that wait are counted, with the age of the oldest', async ({ server, db: { sql }, people: { ana } }) => {
  await sql`
    insert into jobs (queue, data, created_at, due_at)
    values ('mail', '{}', now() - interval '2 hours', now() + interval '1 hour'), ('mail', '{}', now(), now() + interval '1 hour')`;
  await sql`insert into unnotified (write_id, user_id, collection, doc_id) values (${uuid()}, ${ana.id}, 'posts', ${uuid()})`;
  onTestFinished(async () => void (await sql`delete from jobs where queue = 'mail'`));
  const found = await scrape(server.url);
  expect(found.get('kith_jobs_waiting{queue="mail"}')).toBeGreaterThanOrEqual(2);
  expect(found.get('kith_mail_oldest_seconds')).toBeGreaterThanOrEqual(7200);
  expect(found.get('kith_mail_oldest_seconds')).toBeLessThan(7300);
  expect(found.get('kith_notifications_pending')).toBeGreaterThanOrEqual(1);
  expect(found.get('kith_notifications_oldest_seconds')).toBeGreaterThan(0);
});

test('[R-73] lines of calls are counted with the age of what is due, and messages by their service and what became of them', async ({
  server,
  db,
  circle,
  people: { ben },
  start,
}) => {
  const { sql } = db;
  const service = await startPushService();
  onTestFinished(() => service.close());
  const calling = await start({ env: { PUBLIC_URL: server.url, PUSH_HOSTS: service.host }, pushTrusted: [service.certificate] });
  // Nobody sends these.
  await restSending(db.database, 'moved');
  onTestFinished(async () => void (await resumeSending(db.database, server.url)));
  await sql`delete from jobs where queue like 'call%'`;
  await sql`
    insert into jobs (queue, key, data, due_at) values
      ('call', 'a', '{}', now() - interval '2 minutes'), ('call', 'b', '{}', now() + interval '8 seconds'),
      ('call-again', 'c', '{}', now() + interval '1 minute'), ('call-quiet', 'd', '{}', now() + interval '8 hours')`;
  const before = await scrape(calling.url);
  expect(Object.fromEntries(before)).toMatchObject({
    'kith_jobs_waiting{queue="call"}': 2,
    'kith_jobs_waiting{queue="call-again"}': 1,
    'kith_jobs_waiting{queue="call-quiet"}': 1,
    'kith_push_services_resting{service="named"}': 0,
    'kith_push_services_resting{service="apple"}': 0,
  });
  expect(before.get('kith_calls_overdue_seconds')).toBeGreaterThanOrEqual(120);
  expect(before.get('kith_calls_overdue_seconds')).toBeLessThan(180);
  await sql`delete from jobs where queue like 'call%'`;
  await resumeSending(db.database, server.url);

  /** What a message to a new device of Ben ends as, in the metrics. */
  const endOf = async (behaviour: Behaviour, isGone = false): Promise<string[]> => {
    const old = await scrape(calling.url);
    const device = await service.subscribe();
    const client = apiClient(calling.url);
    client.use((await circle.openSession(ben)).accessToken);
    const { endpoint, keys } = device;
    expect((await client.put('/api/push/subscription', { endpoint, keys })).status).toBe(200);
    if (isGone) device.end();
    service.behave(behaviour);
    await client.post('/api/push/test');
    const now = await scrape(calling.url);
    return [...now].filter(([name, value]) => name.startsWith('kith_push_') && value !== old.get(name)).map(([name]) => name);
  };
  const message = (outcome: string) => `kith_push_messages_total{service="named",outcome="${outcome}"}`;
  expect(await endOf('accept')).toEqual([message('accepted')]);
  expect(await endOf('accept', true)).toEqual([message('gone')]);
  expect(await endOf({ status: 400 })).toEqual([message('refused')]);
  expect(await endOf({ status: 500 })).toEqual([message('later'), 'kith_push_services_resting{service="named"}']);
  expect((await ask(calling.url)).text).not.toContain(service.host);
});

test('a mail that is given up and a task of upkeep that fails are failed jobs', async () => {
  const own = await testDatabase();
  onTestFinished(() => own.close());
  await own.sql`alter table address_changes rename to address_changes_gone`;
  const server = await startApp({ on: own });
  onTestFinished(() => server.close());
  expect((await scrape(server.url)).get('kith_jobs_failed_total{queue="mail"}')).toBe(0);
  await own.sql`
    insert into jobs (queue, data, due_at, tries) values ('mail', '{"to": "a@kith.test", "template": "none", "data": {}}', now(), 13)`;
  await until(async () => {
    const found = await scrape(server.url);
    return found.get('kith_jobs_failed_total{queue="mail"}') === 1 && Number(found.get('kith_jobs_failed_total{queue="upkeep"}')) >= 1;
  });
});

test('a database that does not answer is said, and its numbers are unknown until it does', async ({ server, db }) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  const lock = db.database.write(async (tx) => {
    await tx`lock table unnotified in access exclusive mode`;
    isHeld = true;
    await released;
  });
  await until(() => isHeld);
  const during = await Promise.all([scrape(server.url), scrape(server.url)]);
  // The answers came while the statement still waits, one statement for both.
  const [waiting] = await db.sql<{ count: number }[]>`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%from jobs%'`;
  release();
  await lock;
  expect(waiting?.count).toBe(1);
  for (const found of during)
    expect(Object.fromEntries(found)).toMatchObject({ kith_database_up: 0, kith_ready: 0, kith_members: Number.NaN });
  expect(Object.fromEntries(await scrape(server.url))).toMatchObject({ kith_database_up: 1, kith_ready: 1 });
});

test('callers that wait for a connection are counted', async ({ server, db }) => {
  const held = holdConnections(db.database);
  const found = await scrape(server.url).finally(held.release);
  await held.released;
  expect(found.get('kith_database_waiting{pool="general"}')).toBeGreaterThanOrEqual(3);
  expect([
    found.get('kith_database_connections_open{pool="general"}'),
    found.get('kith_database_connections_idle{pool="general"}'),
  ]).toEqual([8, 0]);
});

test('a server with a full disk lives and is not ready', async ({ start, server }) => {
  const disk = { isFull: () => true, failed: () => undefined, space: () => ({ free: GB / 10, reserved: GB / 4 }), close: () => undefined };
  const full = await start({ disk });
  expect(Object.fromEntries(await scrape(full.url))).toMatchObject({
    kith_ready: 0,
    kith_database_up: 1,
    kith_disk_full: 1,
    kith_disk_free_bytes: GB / 10,
    kith_disk_reserved_bytes: GB / 4,
  });
  expect(await apiClient(full.url).get('/api/ready')).toMatchObject({ status: 503, body: { success: false, code: 'DISK_FULL' } });
  expect((await apiClient(full.url).call('HEAD', '/api/ready')).status).toBe(503);
  expect((await apiClient(full.url).get('/api/health')).status).toBe(200);
  expect(await apiClient(server.url).get('/api/ready')).toMatchObject({ status: 200, body: { success: true, data: { status: 'ready' } } });
  expect((await apiClient(server.url).call('HEAD', '/api/ready')).status).toBe(200);
});

test('backups have a state and an age', async ({ db, start }) => {
  const directory = mkdtempSync(join(tmpdir(), 'kith-backups-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const kept = await start({ env: { BACKUP_DIR: directory }, backupTarget: db.url });
  await until(async () => (await scrape(kept.url)).get('kith_backup_state{state="good"}') === 1);
  const found = await scrape(kept.url);
  expect(found.get('kith_backup_age_seconds')).toBeGreaterThanOrEqual(0);
  expect(found.get('kith_backup_age_seconds')).toBeLessThan(60);
  expect(found.get('kith_backup_state{state="off"}')).toBe(0);
});
