import { callsDatabaseName, ERASE_LOCK } from '../database-name.ts';
import { answered, completed, opened, openedIfThere } from '../indexed-db.ts';
import { rememberedMember } from '../session/remembered-member.ts';

/**
 * When a call last reached this device, and which event was last shown under each tag. It belongs to the remembered member, and their
 * sign-out erases it with their store. Without such a member nothing is kept and nothing is read.
 */
const TABLE = 'calls';
const ARRIVED = 'arrived';
const SHOWN = 'shown';
/** The tags that were shown first are forgotten. */
const TAGS_MAX = 50;

type Shown = readonly (readonly [tag: string, event: string])[];

async function read(key: string): Promise<unknown> {
  const userId = await rememberedMember();
  const database = userId === null ? null : await openedIfThere(callsDatabaseName(userId));
  if (!database) return undefined;
  try {
    return await answered(database.transaction(TABLE).objectStore(TABLE).get(key));
  } finally {
    database.close();
  }
}

/** No erasure runs in between: it either has ended before, and nobody is remembered, or begins afterwards and erases this too. */
async function change(key: string, next: (before: unknown) => unknown): Promise<void> {
  // biome-ignore lint/plugin: only a service worker writes here, and each has a browser of its own
  await navigator.locks.request(ERASE_LOCK, { mode: 'shared' }, async () => {
    const userId = await rememberedMember();
    if (userId === null) return;
    const database = await opened(callsDatabaseName(userId), (made) => void made.createObjectStore(TABLE));
    try {
      const writing = database.transaction(TABLE, 'readwrite');
      const table = writing.objectStore(TABLE);
      table.put(next(await answered(table.get(key))), key);
      await completed(writing);
    } finally {
      database.close();
    }
  });
}

/** Notes that a call arrived at this time of the device's clock, in milliseconds. */
export const noteArrived = (at: number): Promise<void> => change(ARRIVED, () => at);

/** When a call last arrived, in milliseconds by the device's clock; null if none has. */
export async function lastArrived(): Promise<number | null> {
  const at = await read(ARRIVED);
  return typeof at === 'number' ? at : null;
}

/** Notes the event that the device shows under this tag. */
export const noteShown = (tag: string, event: string): Promise<void> =>
  change(SHOWN, (before) => [...((before as Shown | undefined) ?? []).filter(([other]) => other !== tag), [tag, event]].slice(-TAGS_MAX));

/** The event that was last shown under this tag, also if its notice is gone; null if there is none. */
export async function shownEvent(tag: string): Promise<string | null> {
  return ((await read(SHOWN)) as Shown | undefined)?.find(([other]) => other === tag)?.[1] ?? null;
}
