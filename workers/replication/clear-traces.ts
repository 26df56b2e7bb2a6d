import type { Realm, Timer } from '../../schemas/base/realm.ts';
import { answered, listDatabases, opened } from '../device/indexed-db.ts';
import type { LocalDatabase } from '../device/open-local-database.ts';

/**
 * Chromium keeps deleted or overwritten data in the files of IndexedDB until it compacts them, which may be days later. When a database
 * is deleted, Chromium compacts the range of that database's keys at once. Databases are numbered in the order of creation, and a file
 * covers the numbers of all data written since the previous file. So create an empty database, create the next one, and then delete the
 * first. Its range lies within the files that contain everything else, and these are rewritten without the deleted data. Files are
 * organized in levels, so this needs some rounds. A store of a few megabytes is clean then. Parts of a larger one are left to the
 * browser's own compaction.
 *
 * Other browser engines clean up by themselves. There this only creates and deletes a few empty databases.
 */
const NAME = 'kith-clearing-';
const ROUNDS = 6;

const make = async (round: number) => (await opened(`${NAME}${round}`, (made) => void made.createObjectStore('nothing'))).close();
const drop = (round: number) => answered(indexedDB.deleteDatabase(`${NAME}${round}`));

async function rewriteFiles(stopped: () => boolean): Promise<void> {
  await make(0);
  for (let round = 0; round < ROUNDS; round += 1) {
    if (stopped()) return;
    await make(round + 1);
    await drop(round);
  }
  await drop(ROUNDS);
}

/** Whether an earlier run was interrupted. False in a browser that cannot list its databases. */
async function wasCut(): Promise<boolean> {
  return (await listDatabases())?.some(({ name }) => name?.startsWith(NAME)) ?? false;
}

/** When a member disappears, their posts and the answers of others disappear too. All of these deletions have arrived after this time. */
const SETTLE_MS = 3000;

/**
 * When a member is no longer visible, nothing of their data stays in the browser's files for more than seconds. Only the leading worker
 * runs this. What fails is left to the browser, and to the next run.
 */
export function clearTraces({
  database,
  dropRemains,
  realm = globalThis,
}: {
  readonly database: LocalDatabase;
  dropRemains(): Promise<void>;
  readonly realm?: Realm;
}): { close(): Promise<void> } {
  let closed = false;
  let running: Promise<void> = Promise.resolve();
  const run = (work: () => Promise<void>) => {
    running = running.then(async () => {
      if (!closed)
        await work().catch((error: unknown) =>
          console.warn('Could not clear traces of deleted data; the browser clears them later', error),
        );
    });
  };
  const rewrite = () => rewriteFiles(() => closed);
  run(async () => {
    if (await wasCut()) await rewrite();
  });
  let timer: Timer | undefined;
  const people = database.collections.profiles.$.subscribe(({ operation }) => {
    if (operation !== 'DELETE') return;
    realm.clearTimeout(timer);
    timer = realm.setTimeout(
      () =>
        run(async () => {
          await dropRemains();
          await rewrite();
        }),
      SETTLE_MS,
    );
  });
  return {
    async close() {
      closed = true;
      people.unsubscribe();
      realm.clearTimeout(timer);
      await running;
    },
  };
}
