/** The databases of simulated circles: with the time of their world, the same keys, and one connection. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { pino } from 'pino';
import type { Sql } from 'postgres';
import { openPool } from '../../../sync-server/db/pool/connect.ts';
import { createConnectionPool } from '../../../sync-server/db/pool/connection-pool.ts';
import { createDatabase, type Database, type Tx } from '../../../sync-server/db/pool/transaction.ts';
import { backInApart, databaseApart, inApart } from '../../support/database-apart.ts';
import { type Backup, copyOf, type TestDatabase } from '../../support/postgres.ts';
import { watchStatements } from './at-rest.ts';
import type { World } from './world.ts';

const silent = pino({ level: 'silent' });

/** The beginning of a private key of Ed25519 as PKCS #8, before its 32 bytes (RFC 8410). */
const PKCS8_OF_ED25519 = '302e020100300506032b657004220420';
const signingKey = createPrivateKey({
  key: Buffer.concat([Buffer.from(PKCS8_OF_ED25519, 'hex'), Buffer.alloc(32, 7)]),
  format: 'der',
  type: 'pkcs8',
});

/** Keys are not drawn by threads of the process. */
async function fixKeys({ sql }: TestDatabase): Promise<void> {
  await sql`insert into signing_keys (id, private_key, public_key) values ('simulated',
    ${signingKey.export({ type: 'pkcs8', format: 'pem' })}, ${createPublicKey(signingKey).export({ type: 'spki', format: 'pem' })})`;
  await sql.unsafe(`
    create function apart.same_key() returns trigger language plpgsql as $$
      begin new.key := sha256(convert_to(new.id, 'UTF8')); return new; end $$;
    create trigger same_key before insert on server_keys for each row execute function apart.same_key()`);
}

/** A driver that is notified of nothing. */
export const deaf = (sql: Sql): Sql =>
  new Proxy(sql, {
    get: (driver, name) => (name === 'listen' ? async () => ({ unlisten: async () => undefined }) : Reflect.get(driver, name, driver)),
  });

/** A snapshot is not needed where nobody else writes in between. That saves two statements of five. */
const withoutSnapshots = (connection: Sql): Sql =>
  new Proxy(connection, {
    get(driver, name) {
      const value = Reflect.get(driver, name, driver) as unknown;
      if (name !== 'begin') return value;
      return (mode: string, work: (tx: Tx) => Promise<unknown>) =>
        mode.includes('read only') ? work(driver as unknown as Tx) : driver.begin(mode, work);
    },
  });

/** A template for the databases of worlds that begin at this time. */
export async function templateAt(begin: number): Promise<TestDatabase> {
  const template = await databaseApart(new Date(begin));
  await fixKeys(template);
  return template;
}

/** What one server has of the database of its circle. */
export interface Connected {
  readonly sql: Sql;
  readonly database: Database;
  close(): Promise<void>;
}

const never = (): Promise<never> => new Promise(() => undefined);

/** What is asked after `isAlive` is no more true gets no answer. */
function ofTheLiving(sql: Sql, isAlive: () => boolean): Sql {
  type Ask = (...args: unknown[]) => unknown;
  const asked = (ask: Ask, args: unknown[]) => (isAlive() ? ask(...args) : never());
  return new Proxy(sql, {
    apply: (driver, _, args) => asked(driver as unknown as Ask, args),
    get(driver, name) {
      const member: unknown = Reflect.get(driver, name, driver);
      if (name !== 'unsafe' && name !== 'begin') return member;
      return (...args: unknown[]) => asked((member as Ask).bind(driver), args);
    },
  });
}

/** A new database for a circle, to which one server after the other connects. */
export async function databaseOf(world: World, template: TestDatabase) {
  const realm = world.realmOf('database');
  const copy = await copyOf(template);
  await inApart(copy.url);
  /** the time that a connection has been given */
  const shown = new WeakMap<Sql, number>();

  /** For a server as long as it lives: what it asks later is never sent. */
  function connect(isAlive: () => boolean): Connected {
    const sql = openPool(copy.url, silent, 1);
    watchStatements(sql);
    // One connection: transactions come one after the other, in the order in which they were asked for.
    const pool = createConnectionPool(
      (onLost) => openPool(copy.url, silent, 1, onLost),
      1,
      () => Number.POSITIVE_INFINITY,
      realm,
    );
    const use: typeof pool.use = (work) =>
      pool.use(async (connection) => {
        if (!isAlive()) return never();
        const now = realm.Date.now();
        if (shown.get(connection) !== now) {
          shown.set(connection, now);
          // Not awaited: the statements of the transaction come after it on the same connection.
          connection`select set_config('apart.at', ${new Date(now).toISOString()}, false)`.execute();
        }
        return work(withoutSnapshots(connection));
      });
    const database = createDatabase({ ...pool, use }, undefined, undefined, realm);
    return {
      sql: ofTheLiving(sql, isAlive),
      database,
      async close() {
        await database.close();
        await sql.end({ timeout: 2 });
      },
    };
  }
  let backup: Backup | null = null;
  let timesBack = 0;
  return {
    connect,
    /** Keeps its present state, while no server is connected. */
    async keep(): Promise<void> {
      backup = await copy.backup();
    },
    /** Puts it back into the state that was kept, while no server is connected. */
    async putBack(): Promise<void> {
      timesBack += 1;
      await backup?.restore();
      await backInApart(copy.url, timesBack);
    },
    close: () => copy.close(),
  };
}
