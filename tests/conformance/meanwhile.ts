/** What comes of requests that meet: one transaction holds rows, and what is asked for meanwhile waits for them in the order in which it came. */
import type { Sql } from 'postgres';
import type { Tx } from '../../sync-server/db/transaction.ts';
import { apiClient } from '../support/api-client.ts';
import type { Member } from '../support/fixtures/server.ts';
import { plainPhoto } from '../support/photos.ts';
import type { StartedApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';
import type { Ask, Asker } from './asking.ts';

/** Resolves once so many statements wait for a lock. */
type Waiting = (many: number) => Promise<void>;

/** Holds what `hold` takes until `work` is done. */
async function whileHeld(sql: Sql, hold: (tx: Tx) => Promise<unknown>, work: (waiting: Waiting) => Promise<void>): Promise<void> {
  const waiting: Waiting = (many) =>
    until(async () => {
      const rows = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return rows.length >= many;
    });
  await sql.begin(async (tx) => {
    await hold(tx);
    await work(waiting);
  });
}

interface Given {
  readonly ask: Ask;
  readonly sql: Sql;
}

/** Two exports of one member, the second asked for while the first is being written: the status of each. */
export async function exportTwice({ ask, sql }: Given, member: Asker): Promise<number[]> {
  const exported = async () => (await ask(member, 'GET', '/profiles/me/export')).status;
  const exports: Promise<number>[] = [];
  await whileHeld(
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
 * A member deletes their account on one device while other devices of theirs ask for something. All were let in before the account was gone,
 * and wait for the deletion, or for their turn behind what waits: `server` lets a few requests of one member run at a time. The status of each.
 */
export async function leaveMeanwhile(
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
  await whileHeld(
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
      // What is sent after it is answered, so it was let in.
      await ask(at(somebodyElse), 'GET', '/profiles/me');
    },
  );
  await Promise.all(sent);
  return statuses;
}
