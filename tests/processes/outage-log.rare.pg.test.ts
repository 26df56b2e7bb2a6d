/**
 * What the log says about an outage of the database: one line when it begins and one when it is over, however many requests and jobs fail
 * in between.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test as dbTest } from '../support/fixtures/db.ts';
import { startServer } from '../support/server.ts';
import { setUp } from '../support/set-up-time.ts';
import { until } from '../support/until.ts';

const test = dbTest
  /** the connection from the server to its Postgres, which can be cut */
  .extend('line', async ({ db }, { onCleanup }) => {
    const socketDir = new URL(db.url).searchParams.get('host') ?? '';
    const sockets = new Set<Socket>();
    const forward = (server: Socket): void => {
      const postgres = connect(join(socketDir, '.s.PGSQL.5432'));
      for (const [from, to] of [
        [server, postgres],
        [postgres, server],
      ] as const) {
        sockets.add(from);
        from.on('error', () => to.destroy()).on('close', () => to.destroy());
        from.pipe(to);
      }
    };
    let listener = createServer(forward).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const cut = async (): Promise<void> => {
      const closed = once(listener, 'close');
      listener.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    };
    onCleanup(cut);
    const url = new URL(db.url);
    url.searchParams.delete('host');
    url.hostname = '127.0.0.1';
    url.port = String(port);
    return {
      url: url.href,
      cut,
      async mend(): Promise<void> {
        listener = createServer(forward).listen(port, '127.0.0.1');
        await once(listener, 'listening');
      },
    };
  })
  .extend('server', async ({ db, line }, { onCleanup }) => {
    const server = await setUp('server', () => startServer({ on: db, env: { DATABASE_URL: line.url, LOG_LEVEL: 'warn' } }));
    onCleanup(() => server.stop());
    return server;
  });

/** The driver fails a few requests at a time, so more would only take longer. */
const REQUESTS = 16;

test('an outage is one line, and its end another with a count', async ({ line, server }) => {
  interface Line {
    readonly msg: string;
    readonly failures?: number;
  }
  const logged = (): Line[] =>
    server
      .output()
      .split('\n')
      .filter((text) => text.startsWith('{'))
      .map((text) => JSON.parse(text) as Line);
  expect(logged()).toEqual([]);
  await line.cut();
  const ask = () =>
    fetch(`${server.url}/api/auth/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: 'x'.repeat(43) }),
    });
  const answers = await Promise.all(Array.from({ length: REQUESTS }, ask));
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([503]);
  expect(logged().map(({ msg }) => msg)).toEqual(['the database does not answer; counting failures until it does']);

  await line.mend();
  await until(() => logged().length > 1);
  expect(logged()[1]?.msg).toBe('the database answers again');
  expect(logged()[1]?.failures).toBeGreaterThanOrEqual(REQUESTS);
  expect((await ask()).status).toBe(400);
});
