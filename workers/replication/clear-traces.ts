import type { LocalDatabase } from '../device/open-database.ts';

/**
 * Chromium keeps what was deleted or overwritten in the files of IndexedDB until it compacts them, which may be days later. When a
 * database is deleted it compacts the range of that database's keys at once. Databases are numbered in the order in which they are made,
 * and a file covers the numbers of all that was written since the last one: the range of an empty database that is deleted after the next
 * one was made lies within the files that hold everything else, and they are written anew without what is gone. Files lie in levels,
 * hence some rounds. A store of a few megabytes is clean then; of a larger one parts are left to the browser's own compaction.
 *
 * Other engines clean up by themselves; to them it is a few empty databases that come and go.
 */
const NAME = 'kith-clearing-';
const ROUNDS = 6;

const done = (request: IDBOpenDBRequest): Promise<void> =>
  new Promise((resolve, reject) => {
    request.onupgradeneeded = () => void request.result.createObjectStore('nothing');
    request.onsuccess = () => {
      // A deletion has no database as its result.
      (request.result as IDBDatabase | undefined)?.close();
      resolve();
    };
    request.onerror = () => reject(request.error);
  });

const make = (round: number) => done(indexedDB.open(`${NAME}${round}`));
const drop = (round: number) => done(indexedDB.deleteDatabase(`${NAME}${round}`));

async function rewriteFiles(stopped: () => boolean): Promise<void> {
  await make(0);
  for (let round = 0; round < ROUNDS; round += 1) {
    if (stopped()) return;
    await make(round + 1);
    await drop(round);
  }
  await drop(ROUNDS);
}

/** Whether that was begun and did not come to its end. A browser that cannot list its databases says no. */
async function wasCut(): Promise<boolean> {
  if (typeof (indexedDB as { databases?: unknown }).databases !== 'function') return false;
  return (await indexedDB.databases()).some(({ name }) => name?.startsWith(NAME));
}

/** With somebody go what they wrote and what others answered: all of it has come by then. */
const GONE_MS = 3000;

/**
 * Where somebody is no longer to be seen, nothing of what was theirs stays in the browser's files for longer than seconds. Only the
 * leading worker runs this. What fails is left to the browser, and to the next time.
 */
export function clearTraces({ database, dropRemains }: { readonly database: LocalDatabase; dropRemains(): Promise<void> }): {
  close(): Promise<void>;
} {
  let closed = false;
  let running: Promise<void> = Promise.resolve();
  const run = (work: () => Promise<void>) => {
    running = running.then(async () => {
      if (!closed) await work().catch((error: unknown) => console.warn('Traces of what is gone are left to the browser', error));
    });
  };
  const rewrite = () => rewriteFiles(() => closed);
  run(async () => {
    if (await wasCut()) await rewrite();
  });
  let gone: ReturnType<typeof setTimeout> | undefined;
  const people = database.collections.profiles.$.subscribe(({ operation }) => {
    if (operation !== 'DELETE') return;
    clearTimeout(gone);
    gone = setTimeout(
      () =>
        run(async () => {
          await dropRemains();
          await rewrite();
        }),
      GONE_MS,
    );
  });
  return {
    async close() {
      closed = true;
      people.unsubscribe();
      clearTimeout(gone);
      await running;
    },
  };
}
