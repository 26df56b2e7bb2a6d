import type { LocalDatabase } from '../device/open-database.ts';
import { SERVER_TIME_ID, type ServerClock, type ServerTime, wasSetBetween } from '../device/server-clock.ts';

/** So often what was heard is stored where it says nothing new: an offline start takes it for the least that it may be by then. */
const STORE_EVERY_MS = 60_000;

/**
 * Keeps what is heard of the server's time in the store, for the pages and for the next start, and begins with what is there. At once where
 * the clock of this device was set, else from time to time. What cannot be stored now is stored with a later answer.
 */
export async function keepServerTime(database: LocalDatabase, clock: ServerClock): Promise<{ close(): Promise<void> }> {
  const held = await database.getLocal<ServerTime>(SERVER_TIME_ID);
  let stored = held ? (held.toJSON().data as ServerTime) : null;
  if (stored && !clock.heard) clock.take(stored);
  let storing: Promise<void> = Promise.resolve();

  async function store(heard: ServerTime): Promise<void> {
    if (stored && !wasSetBetween(stored, heard) && Math.abs(heard.server - stored.server) < STORE_EVERY_MS) return;
    await database.upsertLocal<ServerTime>(SERVER_TIME_ID, heard);
    stored = heard;
  }
  const stop = clock.onHeard((heard) => {
    storing = storing.then(() => store(heard)).catch((error) => console.warn("The server's time could not be stored", error));
  });
  return {
    close() {
      stop();
      return storing;
    },
  };
}
