import { useEffect, useSyncExternalStore } from 'react';
import { useNoConnection } from '../../data/store/use-no-connection.ts';
import { listenVisibility } from '../../ui/behaviour/listen-visibility.ts';
import { askPushServer, lacksWorker, lookAtPush, onPushDevice, type PushDevice, pushDevice } from './push-device.ts';
import { onPushRecord } from './push-record.ts';
import { type PushState, pushState } from './push-state.ts';

/** The worker of the app is registered a while after the page opened. A browser that has none after this time will have none. */
const WORKER_MS = 30_000;

/** Follows the device while something shows it: another tab, or the settings of the browser, may change it. */
function watchPush(): () => void {
  const look = () => void lookAtPush();
  const stops = [onPushRecord(look), listenVisibility(look)];
  let permission: PermissionStatus | undefined;
  navigator.permissions?.query({ name: 'notifications' }).then(
    (found) => {
      permission = found;
      permission.addEventListener('change', look);
    },
    () => undefined,
  );
  navigator.serviceWorker?.ready.then(look, () => undefined);
  const limit = setTimeout(() => {
    void navigator.serviceWorker?.getRegistration().then((found) => found ?? lacksWorker(), lacksWorker);
  }, WORKER_MS);
  look();
  return () => {
    clearTimeout(limit);
    permission?.removeEventListener('change', look);
    for (const stop of stops) stop();
  };
}

/** Notices on this device, and what is to be said about them. Nothing is read, and the server not asked, unless `isWanted`. */
export function usePush(isWanted = true): PushDevice & { readonly state: PushState; readonly isOffline: boolean } {
  const device = useSyncExternalStore(onPushDevice, pushDevice);
  const isOffline = useNoConnection();
  useEffect(() => (isWanted ? watchPush() : undefined), [isWanted]);
  const asks = isWanted && device.hasWorker && !isOffline;
  useEffect(() => {
    if (asks) void askPushServer();
  }, [asks]);
  return { ...device, isOffline, state: pushState({ ...device, isReady: device.ready !== undefined, isOffline }) };
}
