import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { MESSAGE_PAGE_SIZE } from '../../../schemas/messages/message-limits.ts';
import { type LocalRow, SORT_KEY_MAX } from '../../../workers/device/local-row.ts';
import { type LocalStore, useLiveQuery, useStore } from '../../data/store/local-store.tsx';

export type Message = LocalRow<'group_messages'>;

/** The number of messages loaded above a jump target, if there are that many. */
const ABOVE_TARGET = 10;
/** Below every sort key: the bound of a chat without messages. */
const NOTHING = -SORT_KEY_MAX;

/** Sorts the messages of a group by its index, the newest first. */
export const inGroup = { sort: [{ group_id: 'asc' as const }, { newest: 'asc' as const }], index: ['group_id', 'newest'] };

/** The sort key of the oldest of up to `limit` messages matching `newest`, going back in time; null if there is none. */
async function keyFurtherBack(store: LocalStore, groupId: string, newest: object, limit: number): Promise<number | null> {
  const found = await store.collections.group_messages.find({ selector: { group_id: groupId, newest }, ...inGroup, limit }).exec();
  return found.at(-1)?.newest ?? null;
}

export interface Messages {
  /** oldest first, without a gap up to the newest; undefined until the local store has answered */
  readonly rows: readonly Message[] | undefined;
  /** whether this device has messages older than those */
  readonly older: boolean;
  /** Loads one more page of older messages. */
  readonly loadOlder: () => void;
  /** Loads all messages back to this one. Resolves to false if it is not stored or not in this group. */
  readonly reach: (messageId: string) => Promise<boolean>;
}

/**
 * The newest messages of a group, live, as far back as was loaded: one page, and one page more with each `loadOlder`. `from` names a
 * message that must be included from the start; undefined waits until that is known.
 */
export function useMessages(groupId: string, from: string | null | undefined): Messages {
  const store = useStore();
  // The sort key of the oldest shown message. All newer messages are shown as well, so none drop off the other end.
  const [bound, setBound] = useState<number | null>(null);
  const loading = useRef(false);

  const reach = useCallback(
    async (messageId: string) => {
      const target = await store.collections.group_messages.findOne(messageId).exec();
      if (target?.group_id !== groupId) return false;
      const key = await keyFurtherBack(store, groupId, { $gte: target.newest }, ABOVE_TARGET);
      setBound((before) => Math.max(before ?? NOTHING, key ?? target.newest));
      return true;
    },
    [store, groupId],
  );
  useEffect(() => {
    if (from === undefined) return;
    let wanted = true;
    const open = async () => {
      const key = await keyFurtherBack(store, groupId, { $gt: NOTHING }, MESSAGE_PAGE_SIZE);
      if (from !== null) await reach(from);
      if (wanted) setBound((before) => Math.max(before ?? NOTHING, key ?? NOTHING));
    };
    open().catch((error: unknown) => console.error('Messages could not be read', error));
    return () => {
      wanted = false;
    };
  }, [store, groupId, from, reach]);

  const { rows } = useLiveQuery(
    ({ collections }) =>
      bound === null ? null : collections.group_messages.find({ selector: { group_id: groupId, newest: { $lte: bound } }, ...inGroup }),
    [groupId, bound],
  );
  const { rows: beyond } = useLiveQuery(
    ({ collections }) =>
      bound === null
        ? null
        : collections.group_messages.find({ selector: { group_id: groupId, newest: { $gt: bound } }, ...inGroup, limit: 1 }),
    [groupId, bound],
  );
  const older = beyond !== undefined && beyond.length > 0;

  const loadOlder = useCallback(() => {
    if (bound === null || loading.current) return;
    loading.current = true;
    keyFurtherBack(store, groupId, { $gt: bound }, MESSAGE_PAGE_SIZE)
      .then((key) => key !== null && setBound(key))
      .catch((error: unknown) => console.error('Older messages could not be read', error))
      .finally(() => {
        loading.current = false;
      });
  }, [store, groupId, bound]);
  // A device that is still syncing starts with less than a page. What is under way to the store cannot be asked of it yet.
  const next = beyond?.[0]?.write_id;
  const short = rows !== undefined && rows.length < MESSAGE_PAGE_SIZE;
  useEffect(() => {
    if (short && next) loadOlder();
  }, [short, next, loadOlder]);

  // While the next page loads, the rows already shown stay.
  const [shown, setShown] = useState<readonly Message[]>();
  const current = useMemo(() => rows && [...rows].reverse(), [rows]);
  if (current && current !== shown) setShown(current);
  const known = current ?? shown;
  return useMemo(() => ({ rows: known, older, loadOlder, reach }), [known, older, loadOlder, reach]);
}
