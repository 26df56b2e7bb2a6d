import { useMemo } from 'react';
import { settingId, settingKey } from '../../../schemas/profiles/setting-keys.ts';
import { type QuietHours, readQuietHours } from '../../../schemas/push/quiet-hours.ts';
import { useLiveDocument, useStore } from '../../data/store/local-store.tsx';

/** The zone that this device is in. */
export const zoneOfDevice = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The member's quiet hours; null if there are none, undefined until the local store has answered. */
export function useQuietHours(): QuietHours | null | undefined {
  const { userId } = useStore();
  const { row } = useLiveDocument('settings', settingId(userId, settingKey.quietHours));
  const value = row === undefined ? undefined : (row?.value ?? 'off');
  return useMemo(() => (value === undefined ? undefined : readQuietHours(value)), [value]);
}
