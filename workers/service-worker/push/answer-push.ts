/**
 * What this device knows about a call. It runs the loop of the tabs until this device has everything that the server has reported, so a
 * conversation is here before it is opened.
 */
import { pause } from '../../../schemas/base/pause.ts';
import type { Call } from '../../../schemas/push/call.ts';
import { callWords } from '../../../schemas/push/call-words.ts';
import { showBadge } from '../../device/calls/app-badge.ts';
import { readCallFacts, unreadCount, withOwnNames } from '../../device/calls/call-facts.ts';
import { closeReadNotices } from '../../device/calls/close-read-notices.ts';
import { readLocal } from '../../device/local-documents.ts';
import type { LocalCollections, LocalDatabase } from '../../device/open-local-database.ts';
import { SERVER_TIME_ID, type ServerTime } from '../../device/server-clock.ts';
import { rememberedMember } from '../../device/session/remembered-member.ts';
import type { SyncStatus } from '../../device/sync-status.ts';
import { startBriefLoop } from '../brief-loop.ts';
import { isOurs, openExisting, openStore } from '../existing-store.ts';
import { inTurn } from '../in-turn.ts';
import type { DeviceNotice, NoticeAction, PushAnswer } from './notice.ts';

declare const self: ServiceWorkerGlobalScope;

/** The notice does not wait this long. The rows are worth it. */
const PULL_MS = 20_000;
/** After as many failures in a row the network is not good enough. */
const FAILURES = 3;

/**
 * Calls back once with whether the leader, here or in a page, has pulled since this began. A page that leads may not know yet that its
 * connection is dead, so it counts once it has doubted it.
 */
function followPull(settle: (isWhole: boolean) => void): (status: SyncStatus) => void {
  let hasDoubted = false;
  return ({ kind, failures, expired, updateRequired, storageFull }) => {
    if (kind !== 'live') hasDoubted = true;
    else if (hasDoubted) settle(true);
    if (expired || updateRequired || storageFull || failures >= FAILURES) settle(false);
  };
}

async function readNotice(database: LocalDatabase, userId: string, call: Call | null): Promise<DeviceNotice> {
  const collections = database.collections as unknown as LocalCollections;
  const serverTime = await readLocal<ServerTime>(database, SERVER_TIME_ID);
  showBadge(await unreadCount(collections, serverTime?.server ?? 0));
  if (!call) return { words: null, isOver: false, at: null, actions: [] };
  const { isOver, at, heart } = await readCallFacts(collections, userId, call);
  const actions: readonly NoticeAction[] = at === null ? [] : heart ? ['read', 'heart'] : ['read'];
  return { words: callWords(await withOwnNames(collections, call)), isOver, at, actions };
}

async function pullAndRead(call: Call | null, tell: (notice: DeviceNotice) => void): Promise<void> {
  const userId = await rememberedMember();
  if (userId === null || !(await isOurs(userId))) return;
  let settle = (_isWhole: boolean) => {};
  const settled = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  const loop = startBriefLoop(userId, followPull(settle), () => settle(false));
  let own: LocalDatabase | undefined;
  try {
    if (!(await Promise.race([settled, pause(PULL_MS).then(() => false)]))) return;
    let database = openStore(userId);
    if (!database) {
      // A page leads. The loop must not take the lead, and open the store too, while it is open here.
      await loop.close();
      database = own = await openExisting(userId);
    }
    tell(await readNotice(database, userId, call));
    await closeReadNotices(self.registration, database.collections as unknown as LocalCollections, userId);
  } finally {
    await loop.close();
    await own?.close();
  }
}

/** Answers one push after the other. */
export function answerPush(call: Call | null): PushAnswer {
  let tell = (_notice: DeviceNotice | null) => {};
  const known = new Promise<DeviceNotice | null>((resolve) => {
    tell = resolve;
  });
  const done = inTurn(() => pullAndRead(call, tell))
    .catch((error: unknown) => console.warn('Could not read what a call is about', error))
    .finally(() => tell(null));
  return { known, done };
}
