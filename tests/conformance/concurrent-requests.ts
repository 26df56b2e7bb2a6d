/** The outcome of concurrent requests: one transaction locks rows, and requests that arrive in that time queue for these rows in order. */
import type { Sql } from 'postgres';
import type { Tx } from '../../sync-server/db/pool/transaction.ts';
import { apiClient } from '../support/api-client.ts';
import type { Member } from '../support/fixtures/server.ts';
import { untilWaiting } from '../support/lock-waits.ts';
import { plainPhoto } from '../support/photos.ts';
import type { StartedApp } from '../support/start-app.ts';
import type { Ask, Asker } from './asking.ts';

/** Resolves once this many statements wait for a lock. */
type Waiting = (count: number) => Promise<void>;

/** Runs `work` while a transaction has the locks that `hold` takes. */
async function whileLocked(sql: Sql, hold: (tx: Tx) => Promise<unknown>, work: (waiting: Waiting) => Promise<void>): Promise<void> {
  await sql.begin(async (tx) => {
    await hold(tx);
    await work((count) => untilWaiting(sql, count));
  });
}

interface Given {
  readonly ask: Ask;
  readonly sql: Sql;
}

/** Two exports of one member, the second requested while the first is being written. Returns the status of each. */
export async function exportTwice({ ask, sql }: Given, member: Asker): Promise<number[]> {
  const exported = async () => (await ask(member, 'GET', '/profiles/me/export')).status;
  const exports: Promise<number>[] = [];
  await whileLocked(
    sql,
    (tx) => tx`lock table posts in access exclusive mode`,
    async (waiting) => {
      exports.push(exported());
      await waiting(1);
      exports.push(exported());
      await exports[1];
    },
  );
  return Promise.all(exports);
}

/**
 * A member deletes their account on one device while their other devices send requests. All requests pass the session check before the
 * account is deleted. They wait for the deletion, or behind requests that do: `server` runs only a few requests of one member at a time.
 * Returns the status of each.
 */
export async function deleteAccountDuringRequests(
  { ask, sql, server }: Given & { readonly server: StartedApp },
  member: Member,
  somebodyElse: Member,
): Promise<Record<string, number>> {
  const at = ({ client }: Member): Asker => {
    const other = apiClient(server.url);
    other.use(client.token());
    return { client: other };
  };
  const photo = await plainPhoto('#00ff00');
  const statuses: Record<string, number> = {};
  const sent: Promise<void>[] = [];
  const send = (name: string, method: string, path: string, body?: unknown, headers?: Record<string, string>): void => {
    sent.push(
      ask(at(member), method, path, body, headers).then(({ status }) => {
        statuses[name] = status;
      }),
    );
  };
  await whileLocked(
    sql,
    (tx) => tx`select from profiles where id = ${member.id} for update`,
    async (waiting) => {
      send('leave', 'DELETE', '/profiles/me', { confirmation: 'DELETE' });
      await waiting(1);
      send('leave again', 'DELETE', '/profiles/me', { confirmation: 'DELETE' });
      send('change the profile', 'PUT', '/profiles/me', { bio: 'still here' });
      send('set a photo', 'POST', '/profiles/me/image', photo, { 'content-type': 'image/png' });
      await waiting(4);
      send('choose a theme', 'PUT', '/profiles/me', { theme: 'dark' });
      send('look', 'GET', '/profiles/me');
      // This request was sent later and is answered, so the one before it has passed the session check.
      await ask(at(somebodyElse), 'GET', '/profiles/me');
    },
  );
  await Promise.all(sent);
  return statuses;
}
