/**
 * Three servers behind nginx, on a primary with a standby behind PgBouncer, woken over NATS: all real. One after the other goes away while
 * members write and read. No acknowledged write may be lost, none may happen twice, and nobody may receive what is not theirs.
 *
 * `KITH_FAILOVERS` repeats it, `KITH_FAILOVER_MEMBERS` sets how many members there are, and `KITH_FAILOVER_NATS_SECONDS` how long NATS is
 * gone.
 */
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase, openPool } from '../../sync-server/db/pool/connect.ts';
import { type Member, PASSWORD } from '../support/circle.ts';
import { openCircle } from '../support/fixtures/circle.ts';
import { natsProgram, startNats } from '../support/nats.ts';
import { nginxProgram, startNginx } from '../support/nginx.ts';
import { pgbouncerProgram, startPgbouncer } from '../support/pgbouncer.ts';
import { startPostgresPair } from '../support/postgres-pair.ts';
import { startServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { type BusyDevice, keepBusy, pulledBy } from './failover-devices.ts';
import { deviceOn } from './three-servers.ts';

const silent = pino({ level: 'silent' });
const TIMES = Number(process.env.KITH_FAILOVERS ?? 1);
const MEMBERS = Number(process.env.KITH_FAILOVER_MEMBERS ?? 12);
const NATS_GONE_MS = Number(process.env.KITH_FAILOVER_NATS_SECONDS ?? 1) * 1000;
const CIRCLE = 4;
/** All members together write this often a second at most. */
const WRITES_PER_SECOND = 100;
/** at once */
const SIGN_INS = 4;
/** How many more posts each member gets through before the next thing happens. */
const GETS_THROUGH = 3;
const STREAMS_BACK_MS = 10_000;
const PATIENCE_MS = 60_000;

const spreadOf = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b).map(Math.round);
  return `${sorted[Math.floor(sorted.length / 2)]} / ${sorted.at(-1)}`;
};

async function startAll() {
  const closing: (() => Promise<unknown>)[] = [];
  onTestFinished(async () => {
    for (const close of closing.reverse()) await close();
  });
  const pair = await startPostgresPair();
  closing.push(pair.close);
  const pooler = await startPgbouncer(pair.primaryUrl);
  closing.push(pooler.stop);
  const nats = await startNats();
  closing.push(nats.stop);
  const publicUrl = 'http://localhost:3000';
  const env = { LOG_LEVEL: 'warn', NATS_URL: nats.url, DATABASE_URL: pair.url, DATABASE_POOLER_URL: pooler.url };
  const start = () => startServer({ dataDir: '/nowhere', publicUrl, env });
  // The first one makes the tables.
  const servers = [await start(), ...(await Promise.all([start(), start()]))];
  closing.push(...servers.map(({ stop }) => stop));
  const nginx = await startNginx({ to: servers.map(({ port }) => port), headers: 'forwarded' });
  closing.push(nginx.stop);
  return { pair, pooler, nats, servers, nginx, closing };
}

describe.runIf(nginxProgram !== null && natsProgram !== null && pgbouncerProgram !== null)('past one machine', () => {
  test.for(Array.from({ length: TIMES }, (_, run) => run + 1))(
    'what goes away comes back, and nothing is lost (%i)',
    { timeout: 600_000 },
    async () => {
      const { pair, pooler, nats, servers, nginx, closing } = await startAll();
      const database = openDatabase(pair.url, silent, 4);
      const circle = openCircle(database);
      closing.push(
        () => database.close(),
        () => circle.close(),
      );
      const members: Member[] = [];
      for (let n = 0; n < MEMBERS; n += 1) {
        const member = await circle.signUp(`Member ${n}`, { email: `member${n}@kith.test` });
        members.push(member);
        for (const friend of members.slice(n - (n % CIRCLE), n)) await circle.befriend(friend, member);
      }
      const friendsOf = (n: number) => members.slice(n - (n % CIRCLE), n - (n % CIRCLE) + CIRCLE).map(({ id }) => id);
      const first = servers[0];
      if (!first) throw new Error('no server');
      const pauseMs = (1000 * MEMBERS) / WRITES_PER_SECOND;
      const busy: BusyDevice[] = [];
      // A server refuses many sign-ins at once.
      for (let from = 0; from < members.length; from += SIGN_INS) {
        const devices = members.slice(from, from + SIGN_INS).map((member) => deviceOn(first, { ...member, password: PASSWORD }, member.id));
        busy.push(...(await Promise.all(devices)).map((device) => keepBusy(nginx.url, device, pauseMs)));
      }
      closing.push(() => Promise.all(busy.map((one) => one.stop().catch(() => undefined))));

      await until(() => busy.every((one) => one.streams()), PATIENCE_MS);
      const felt: Record<string, string> = {};
      /** Lets this happen, and waits until every member got some posts through and has an open stream. */
      const outlast = async (name: string, happen: () => Promise<unknown>) => {
        for (const one of busy) {
          one.longestWait();
          one.longestDark();
        }
        await happen();
        const from = busy.map(({ acknowledged }) => acknowledged.length);
        await until(() => busy.every(({ acknowledged }, n) => acknowledged.length >= (from[n] ?? 0) + GETS_THROUGH), PATIENCE_MS);
        await until(() => busy.every((one) => one.streams()), STREAMS_BACK_MS);
        const [waits, dark] = [busy.map((one) => one.longestWait()), busy.map((one) => one.longestDark())];
        felt[name] = `${spreadOf(waits)} for an acknowledgement, ${spreadOf(dark)} without a stream`;
        expect(Math.max(...dark)).toBeLessThan(STREAMS_BACK_MS);
      };

      await outlast('nothing', async () => undefined);
      await outlast('a server is killed', () => servers[0]?.kill9() ?? Promise.resolve());
      await servers[0]?.restart();
      let drained: Promise<unknown> | undefined;
      await outlast('a server drains', async () => {
        drained = servers[1]?.terminate();
      });
      await drained;
      await servers[1]?.restart();
      await outlast('NATS is gone', async () => {
        await nats.stop();
        await new Promise((resolve) => setTimeout(resolve, NATS_GONE_MS));
      });
      await nats.start();
      await outlast('PgBouncer is restarted', () => pooler.restart());
      await outlast('the primary is killed, the standby promoted', async () => {
        await pair.killPrimary();
        await pair.promote();
        await pooler.moveTo(pair.standbyUrl);
      });
      console.log(`the longest times of members, in ms, of the middle one and of the worst: ${JSON.stringify(felt, null, 2)}`);

      await Promise.all(busy.map((one) => one.stop()));
      for (const [n, one] of busy.entries()) {
        const mayRead = friendsOf(n);
        const expected = busy.filter(({ device }) => mayRead.includes(device.member)).flatMap(({ acknowledged }) => acknowledged);
        expect([...(await pulledBy(nginx.url, one))].toSorted()).toEqual(expected.toSorted());
        expect([...one.heardFrom].filter((author) => !mayRead.includes(author))).toEqual([]);
      }
      const sql = openPool(pair.url, silent, 1);
      closing.push(() => sql.end({ timeout: 1 }));
      expect(await sql`select content from posts group by content having count(*) > 1`).toEqual([]);
      // It is the same place: mails and calls go on.
      expect(await sql`select resting_because from epoch`).toEqual([{ resting_because: null }]);
    },
  );
});
