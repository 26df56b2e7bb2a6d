/**
 * What the buttons of a notice do, without opening the app: the same local writes that a page makes, which the sync loop then sends, now or
 * once there is a network.
 */
import { settingKey } from '../../../schemas/profiles/setting-keys.ts';
import type { Call } from '../../../schemas/push/call.ts';
import { readCall } from '../../../schemas/push/payload.ts';
import { reactionId } from '../../../schemas/reactions/reaction-id.ts';
import { readCallFacts, readConcerned } from '../../device/calls/call-facts.ts';
import { readLocal } from '../../device/local-documents.ts';
import type { LocalCollections, LocalDatabase } from '../../device/open-local-database.ts';
import { trackPending } from '../../device/pending/track-pending.ts';
import { createServerClock, SERVER_TIME_ID, type ServerTime } from '../../device/server-clock.ts';
import { rememberedMember } from '../../device/session/remembered-member.ts';
import { SEND_PENDING } from '../../device/sync-status.ts';
import { createRowWriter, createWriteIds, type RowWriter, writeSettingBy } from '../../device/writes/row-writer.ts';
import { isOurs, openExisting, openStore } from '../existing-store.ts';
import { inTurn } from '../in-turn.ts';
import { sendPending } from '../send-pending.ts';
import type { NoticeAction } from './notice.ts';

const HEART = '❤️';

interface Acting {
  readonly userId: string;
  readonly collections: LocalCollections;
  readonly writer: RowWriter;
}

/** Opens the writer of the store for a moment. Its ids continue those of all pending writes. */
async function withWriter(database: LocalDatabase, userId: string, act: (acting: Acting) => Promise<void>): Promise<void> {
  const collections = database.collections as unknown as LocalCollections;
  const clock = createServerClock();
  const serverTime = await readLocal<ServerTime>(database, SERVER_TIME_ID);
  if (serverTime) clock.take(serverTime);
  const pending = await trackPending(database, () => undefined);
  try {
    const ids = createWriteIds(pending, clock.now);
    await act({
      userId,
      collections,
      writer: createRowWriter(
        { collections, database },
        async () => ids,
        (write) => write(),
      ),
    });
  } finally {
    pending.close();
  }
}

/** Gives the one thing that the call is about a ❤️. A ❤️ that is there stays. */
async function giveHeart({ userId, collections, writer }: Acting, call: Call): Promise<void> {
  const { heart } = await readCallFacts(collections, userId, call);
  if (!heart) return;
  const own = await collections.profiles.findOne(userId).exec();
  const key = { target_id: heart.id, user_id: userId, emoji_code: HEART };
  await writer.insert('reactions', {
    id: reactionId(key),
    target_type: heart.type,
    ...key,
    user_name: own?.name ?? '',
    user_profile_image: own?.profile_image_url ?? null,
  });
}

/** Marks everything read that the call is about. */
async function markRead({ userId, collections, writer }: Acting, call: Call): Promise<void> {
  const { at } = await readCallFacts(collections, userId, call);
  if (call.type === 'group_message' && call.group && at !== null) {
    await writeSettingBy(writer, userId, settingKey.groupRead(call.group.id), at);
  }
  for (const { id } of await readConcerned(collections, call)) await writer.change('notifications', id, { is_read: true });
}

async function write(userId: string, call: Call, action: NoticeAction): Promise<void> {
  const open = openStore(userId);
  const database = open ?? (await openExisting(userId));
  try {
    await withWriter(database, userId, async (acting) => {
      if (action === 'heart') await giveHeart(acting, call);
      await markRead(acting, call);
    });
  } finally {
    if (!open) await database.close();
  }
}

/** Does what the button says, and sends it. What cannot be sent now is sent later. */
export async function actOnNotice(data: unknown, action: NoticeAction): Promise<void> {
  const call = readCall(data);
  const userId = await rememberedMember();
  if (!call || userId === null || !(await isOurs(userId))) return;
  await inTurn(() => write(userId, call, action));
  const { sync } = (globalThis as unknown as { registration: { sync?: { register(tag: string): Promise<void> } } }).registration;
  await sync?.register(SEND_PENDING).catch(() => undefined);
  await sendPending().catch((error: unknown) => console.info('What was pressed is sent later', error));
}
