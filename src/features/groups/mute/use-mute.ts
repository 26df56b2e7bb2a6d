import { mutedUntil } from '../../../../schemas/groups/muted.ts';
import { settingId, settingKey } from '../../../../schemas/profiles/setting-keys.ts';
import { useLiveDocument, useStore } from '../../../data/store/local-store.tsx';
import { mutedText } from '../../../text/mute.ts';
import { nextMidnight, useClock } from '../../../ui/behaviour/use-clock.ts';

/** Until when a group is muted, in words; undefined if it is not. By the server's clock, and undefined again as soon as the time has come. */
export function useMute(groupId: string): string | undefined {
  const { userId } = useStore();
  const { row } = useLiveDocument('settings', settingId(userId, settingKey.groupMuted(groupId)));
  const until = mutedUntil(row?.value);
  const now = useClock((now) => (until > now && until !== Number.POSITIVE_INFINITY ? Math.min(until, nextMidnight(now)) : undefined));
  return until > now ? mutedText(until, now) : undefined;
}
