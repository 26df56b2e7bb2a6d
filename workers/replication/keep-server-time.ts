import { readLocal } from '../device/local-documents.ts';
import type { LocalDatabase } from '../device/open-local-database.ts';
import { SERVER_TIME_ID, type ServerClock, type ServerTime, wasSetBetween } from '../device/server-clock.ts';

/** How often an ordinary reading is stored. An offline start uses it as the earliest time that it can be. */
const STORE_EVERY_MS = 60_000;

/**
 * Stores readings of the server's time for pages and for the next start, and begins with the stored one. A reading is stored at once if
 * this device's clock was set, else from time to time. If a reading cannot be stored, a later one is.
 */
export async function keepServerTime(database: LocalDatabase, clock: ServerClock): Promise<{ close(): Promise<void> }> {
  let stored = await readLocal<ServerTime>(database, SERVER_TIME_ID);
  if (stored && !clock.lastReading) clock.take(stored);
  let storing: Promise<void> = Promise.resolve();

  async function store(heard: ServerTime): Promise<void> {
    if (stored && !wasSetBetween(stored, heard) && Math.abs(heard.server - stored.server) < STORE_EVERY_MS) return;
    await database.upsertLocal<ServerTime>(SERVER_TIME_ID, heard);
    stored = heard;
  }
  const stop = clock.onReading((heard) => {
    storing = storing.then(() => store(heard)).catch((error) => console.warn("Could not store the server's time", error));
  });
  return {
    close() {
      stop();
      return storing;
    },
  };
}
