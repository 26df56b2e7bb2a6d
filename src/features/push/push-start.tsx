import { useEffect } from 'react';
import { onSessionEvent } from '../../data/session/session.ts';
import { useNoConnection } from '../../data/store/use-no-connection.ts';
import { leavePush, repairPush } from './push-device.ts';

/** The start itself is not delayed for it, but it does not wait for ever either. */
const IDLE_LIMIT_MS = 5000;
const whenIdle: typeof requestIdleCallback = globalThis.requestIdleCallback ?? ((then) => setTimeout(then));

let isWatched = false;
/** Whatever ends the session ends the subscription. Heard for as long as the page lives: what shows the member is gone by then. */
function watchSignOut(): void {
  if (isWatched) return;
  isWatched = true;
  onSessionEvent(({ type }) => {
    if (type === 'SIGNED_OUT') leavePush().catch((error: unknown) => console.warn('The subscription could not be ended', error));
  });
}

/** Repairs this device's subscription at each start, and once there is a connection again. */
export default function PushStart() {
  const offline = useNoConnection();
  useEffect(watchSignOut, []);
  useEffect(() => {
    if (offline) return;
    let isHere = true;
    whenIdle(() => isHere && void repairPush(), { timeout: IDLE_LIMIT_MS });
    return () => {
      isHere = false;
    };
  }, [offline]);
  return null;
}
