/**
 * Whether anything is sent to members: mails, and calls to their devices. On a copy of a database everything rests, because its members are
 * also those of the server that it was copied from, and would be called and mailed twice, or by a server that somebody only tries out.
 *
 * Sending rests once the database is seen to be a copy (`sync/epoch.ts`), or PUBLIC_URL is another than at the last start. It rests in the
 * database, for all processes, until an operator says that this is the place: `npm run kith -- resume-sending`. What waits in the queues
 * of mails and calls stays there. After resuming, only what fell due within the last hour is sent, and the rest is dropped: it is old, or
 * the other server has sent it.
 *
 * These go on sending: a container that was made anew, a second server on the same database, a promoted standby, an upgrade of Postgres. A
 * server that only its own machine reaches has no place that others know, so a change from such an address is no change of place.
 *
 * The local mailbox of a server without SMTP goes on: its mails do not leave the machine.
 */
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { isLoopbackUrl } from '../base/loopback.ts';
import { dropOverdueSends } from '../db/jobs.ts';
import type { Database } from '../db/pool/transaction.ts';
import type { RestingBecause } from '../db/resting.ts';

/** The command that ends it. */
export const RESUME_COMMAND = 'npm run kith -- resume-sending';

const reasons: Readonly<Record<RestingBecause, string>> = {
  copied: 'This database was restored or copied',
  moved: 'PUBLIC_URL is another than before',
};

/** What an operator should know and do, in one sentence. */
export const restingSentence = (because: RestingBecause): string =>
  `${reasons[because]}, so no mails and no calls are sent. If this is the place where your members are now, run: ${RESUME_COMMAND}`;

/** Lets everything rest that is sent to members. What rests already keeps its reason. */
export async function restSending(database: Database, because: RestingBecause): Promise<void> {
  await database.writeStatement(
    (sql) => sql`update epoch set resting_since = now(), resting_because = ${because} where resting_because is null`,
  );
}

/**
 * Sends again, from this place: `publicUrl` is where its members are. Drops what fell due more than an hour ago.
 *
 * @returns how many mails and calls were dropped, and how many wait
 */
export const resumeSending = (database: Database, publicUrl: string): Promise<{ readonly dropped: number; readonly waiting: number }> =>
  database.write(async (tx) => {
    await tx`update epoch set resting_since = null, resting_because = null, resumed_at = now(), public_url = ${publicUrl}`;
    return dropOverdueSends(tx);
  });

const isElsewhere = (stored: string | null, publicUrl: string): boolean =>
  stored !== null && stored !== publicUrl && !isLoopbackUrl(stored);

/** Whether sending will rest at the start of a server with this PUBLIC_URL. */
export async function isAnotherPlace(sql: Sql, publicUrl: string): Promise<boolean> {
  const [row] = await sql<{ url: string | null }[]>`select public_url as url from epoch`;
  return isElsewhere(row?.url ?? null, publicUrl);
}

/**
 * Compares PUBLIC_URL with that of the last start. Sending rests if it is another; back at the old one, it goes on.
 *
 * @returns why sending rests; null if it does not
 */
export async function noticePlace(database: Database, publicUrl: string, log: Logger): Promise<RestingBecause | null> {
  const because = await database.write(async (tx) => {
    const [stored] = await tx<{ url: string | null; because: RestingBecause | null }[]>`
      select public_url as url, resting_because as because from epoch for update`;
    const { url = null, because: before = null } = stored ?? {};
    if (url === publicUrl) {
      if (before !== 'moved') return before;
      await tx`update epoch set resting_since = null, resting_because = null, resumed_at = now()`;
      await dropOverdueSends(tx);
      return null;
    }
    if (!isElsewhere(url, publicUrl)) {
      await tx`update epoch set public_url = ${publicUrl}`;
      return before;
    }
    await tx`update epoch set resting_since = now(), resting_because = 'moved' where resting_because is null`;
    return before ?? 'moved';
  });
  if (because !== null) log.warn(restingSentence(because));
  return because;
}
