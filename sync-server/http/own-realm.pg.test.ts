/**
 * A request takes clocks, timers, chance and ids from the realm that the server was given, on its whole way through the app, and what SQL
 * reads and draws is that of its database.
 */
import type { Sql } from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { databaseApart } from '../../tests/support/database-apart.ts';
import { circleOf } from '../../tests/support/fixtures/server.ts';
import { realmApart } from '../../tests/support/realm-apart.ts';
import { startApp } from '../../tests/support/start-app.ts';

/** When an id of version 7 was made. */
const timeIn = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** The columns with times that are about those of the real clock. */
async function timesOfToday(sql: Sql): Promise<string[]> {
  const columns = await sql<{ table_name: string; column_name: string }[]>`
    select table_name, column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = current_schema() and t.table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'`;
  const found: string[] = [];
  for (const { table_name: table, column_name: column } of columns) {
    const rows = await sql`select from ${sql(table)} where ${sql(column)} between '2020-01-01' and '2100-01-01'`;
    if (rows.count > 0) found.push(`${table}.${column}`);
  }
  return found;
}

test('a request uses the realm of its server and the time of its database alone', async () => {
  const now = Date.UTC(2001, 8, 9);
  const db = await databaseApart(new Date(now));
  onTestFinished(() => db.close());
  let drawn = 0;
  const { realm, direct } = realmApart(
    /\/(sync-server\/(app|core|http|rest|sync|base|features|accounts|operations\/metrics|db\/[\w-]+\.ts)|schemas\/)/,
    {
      Date: { now: () => now },
      crypto: Object.assign(Object.create(crypto), {
        getRandomValues: (bytes: Uint8Array) => bytes.fill(drawn++),
        randomUUID: () => `00000000-0000-4000-8000-${String(drawn++).padStart(12, '0')}`,
      }),
    },
  );
  const server = await startApp({ on: db, realm, env: { RATE_LIMITS: '1' } });
  onTestFinished(() => server.close());
  const circle = circleOf(server);
  const ana = await circle.signUp('ana');
  const ben = await circle.signUp('ben');
  await circle.befriend(ana, ben);
  const access = JSON.parse(Buffer.from(ana.client.token()?.split('.')[1] ?? '', 'base64url').toString());
  expect([access.iat, timeIn(access.sid)]).toEqual([Math.floor(now / 1000), now]);
  const posted = await ana.client.post('/api/posts', { content: 'hello', visibility_type: 'friends' });
  expect([posted.status, timeIn(posted.body.data.id)]).toEqual([201, now]);
  expect(posted.headers.get('x-request-id')).toMatch(/^0{8}-/);
  const edit = await ana.client.put(`/api/posts/${posted.body.data.id}`, { content: 'edited', visibility_type: 'friends' });
  const [edited] = await db.sql`select write_id from posts`;
  expect([edit.status, timeIn(edited?.write_id)]).toEqual([200, now]);
  await ana.client.post('/api/groups', { name: 'choir', invited_user_ids: [ben.id] });
  const [invited] = await db.sql`select id from group_invitations`;
  expect(timeIn(invited?.id)).toBe(now);
  await ana.client.post('/api/auth/forgot-password', { email: ana.email });
  await server.mailTo(ana.email);
  for (const path of ['/api/health', '/api/ready']) expect((await ana.client.get(path)).status).toBe(200);
  expect(await timesOfToday(db.sql)).toEqual([]);
  const ids = await db.sql`
    select d.n from (select id from notifications union select epoch from epoch) made left join drawn_ids() d using (id)`;
  expect([ids.length > 1, ids.every(({ n }) => n !== null)]).toEqual([true, true]);
  expect(direct).toEqual([]);
});
