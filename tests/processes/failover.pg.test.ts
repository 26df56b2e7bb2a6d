/**
 * Three servers behind nginx, on a primary with a standby, woken over NATS: all real. One after the other goes away while members write and
 * read. No acknowledged write may be lost, none may happen twice, and nobody may receive what is not theirs.
 *
 * `KITH_FAILOVERS` repeats it, `KITH_FAILOVER_MEMBERS` sets how many members there are.
 */
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase, openPool } from '../../sync-server/db/connect.ts';
import { type Member, PASSWORD } from '../support/circle.ts';
import { openCircle } from '../support/fixtures/circle.ts';
import { natsProgram, startNats } from '../support/nats.ts';
import { nginxProgram, startNginx } from '../support/nginx.ts';
import { startPostgresPair } from '../support/postgres-pair.ts';
import { startServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { keepBusy, pulledBy } from './failover-devices.ts';
import { deviceOn } from './three-servers.ts';

const silent = pino({ level: 'silent' });
const TIMES = Number(process.env.KITH_FAILOVERS ?? 1);
const MEMBERS = Number(process.env.KITH_FAILOVER_MEMBERS ?? 12);
const CIRCLE = 4;
/** How many more posts each member gets through before the next thing happens. */
const GETS_THROUGH = 3;
const STREAMS_BACK_MS = 10_000;
const PATIENCE_MS = 60_000;

async function startAll() {
  const closing: (() => Promise<unknown>)[] = [];
  onTestFinished(async () => {
    for (const close of closing.reverse()) await close();
  });
  const pair = await startPostgresPair();
  closing.push(pair.close);
  const nats = await startNats();
  closing.push(nats.stop);
  const publicUrl = 'http://localhost:3000';
  const start = () =>
    startServer({ dataDir: '/nowhere', publicUrl, env: { LOG_LEVEL: 'warn', NATS_URL: nats.url, DATABASE_URL: pair.url } });
  // The first one makes the tables.
  const servers = [await start(), ...(await Promise.all([start(), start()]))];
  closing.push(...servers.map(({ stop }) => stop));
  const nginx = await startNginx({ to: servers.map(({ port }) => port), headers: 'forwarded' });
  closing.push(nginx.stop);
  return { pair, nats, servers, nginx, closing };
}

describe.runIf(nginxProgram !== null && natsProgram !== null)('past one machine', () => {
  test.for(Array.from({ length: TIMES }, (_, run) => run + 1))(
    'what goes away comes back, and nothing is lost (%i)',
    { timeout: 300_000 },
    async () => {
      const { pair, nats, servers, nginx, closing } = await startAll();
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
      const busy = await Promise.all(
        members.map(async (member) => keepBusy(nginx.url, await deviceOn(first, { ...member, password: PASSWORD }, member.id))),
      );
      closing.push(() => Promise.all(busy.map((one) => one.stop().catch(() => undefined))));

      /** Every member gets some posts through from now on. Returns the longest time in which one of them got none through. */
      const allGetThrough = async () => {
        const from = busy.map(({ acknowledged }) => acknowledged.length);
        for (const one of busy) one.longestSilence();
        await until(() => busy.every(({ acknowledged }, n) => acknowledged.length >= (from[n] ?? 0) + GETS_THROUGH), PATIENCE_MS);
        return Math.round(Math.max(...busy.map((one) => one.longestSilence())));
      };
      const felt: Record<string, number> = { nothing: await allGetThrough() };

      await servers[0]?.kill9();
      felt['a server is killed'] = await allGetThrough();
      await servers[0]?.restart();
      const draining = servers[1]?.terminate();
      felt['a server drains'] = await allGetThrough();
      await draining;
      await servers[1]?.restart();
      await nats.stop();
      felt['NATS is gone'] = await allGetThrough();
      await nats.start();
      await pair.killPrimary();
      const at = performance.now();
      await pair.promote();
      felt['the primary is killed, the standby promoted'] = await allGetThrough();
      await until(() => busy.every((one) => one.streamsSince(0)), STREAMS_BACK_MS - (performance.now() - at));
      console.log(`longest wait of a member for an acknowledgement, in ms: ${JSON.stringify(felt)}`);

      for (const one of busy) await one.stop();
      for (const [n, one] of busy.entries()) {
        const mayRead = friendsOf(n);
        const expected = busy.filter(({ device }) => mayRead.includes(device.member)).flatMap(({ acknowledged }) => acknowledged);
        expect([...(await pulledBy(nginx.url, one))].toSorted()).toEqual(expected.toSorted());
        expect([...one.heardFrom].filter((author) => !mayRead.includes(author))).toEqual([]);
      }
      const sql = openPool(pair.url, silent, 1);
      closing.push(() => sql.end({ timeout: 1 }));
      expect(await sql`select content from posts group by content having count(*) > 1`).toEqual([]);
    },
  );
});
