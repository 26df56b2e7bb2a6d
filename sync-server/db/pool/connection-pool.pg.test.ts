import { pino } from 'pino';
import { expect } from 'vitest';
import { test } from '../../../tests/support/fixtures/db.ts';
import { openPool } from './connect.ts';
import { createConnectionPool } from './connection-pool.ts';
import { createDatabase, type Tx } from './transaction.ts';

test('connections are replaced after some time, and nobody who uses them notices', async ({ db }) => {
  const open = (onLost: () => void) => {
    const driver = openPool(db.url, pino({ level: 'silent' }), 1, onLost);
    // Nor does the driver end one by itself, which would fail work that has just begun on it.
    expect(driver.options.max_lifetime).toBeNull();
    return driver;
  };
  const database = createDatabase(createConnectionPool(open, 2, () => 50));
  const backends = new Set<number>();
  const ask = async (tx: Tx) => {
    const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    if (row) backends.add(row.pid);
  };
  // They go on until some were replaced, however quick each request is: the test's time limit ends what never comes.
  const member = async () => {
    while (backends.size < 5) {
      await database.read(ask);
      await database.write(ask);
      await database.writeStatement((sql) => sql`select 1`);
    }
  };
  await Promise.all([member(), member(), member()]);
  await database.close();
  expect(backends.size).toBeGreaterThanOrEqual(5);
});
