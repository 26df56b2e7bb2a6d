import { useEffect, useSyncExternalStore } from 'react';
import { settingKey } from '../../../schemas/profiles/setting-keys.ts';
import { writeQuietHours } from '../../../schemas/push/quiet-hours.ts';
import { isZone } from '../../../schemas/push/wall-times.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { writeSetting } from '../../data/store/write-setting.ts';
import { listenVisibility } from '../../ui/behaviour/listen-visibility.ts';
import { useQuietHours, zoneOfDevice } from './use-quiet-hours.ts';

/** The zone that this device was in when it was last in sight. */
const SEEN = 'kith-zone';

const isVisible = () => document.visibilityState === 'visible';

/**
 * Quiet hours follow the member: a device that has moved into another zone sets theirs. A device that has not moved leaves them, so that a
 * phone on a journey and a computer at home do not set them in turn.
 */
export default function QuietZone() {
  const store = useStore();
  const hours = useQuietHours();
  const visible = useSyncExternalStore(listenVisibility, isVisible);
  useEffect(() => {
    const zone = zoneOfDevice();
    if (!visible || hours === undefined || !isZone(zone) || localStorage.getItem(SEEN) === zone) return;
    const noteZone = () => localStorage.setItem(SEEN, zone);
    if (!hours || hours.zone === zone) return noteZone();
    writeSetting(store, settingKey.quietHours, writeQuietHours({ ...hours, zone })).then(noteZone, (error: unknown) => {
      console.warn('The zone of the quiet hours could not be stored', error);
    });
  }, [store, hours, visible]);
  return null;
}
