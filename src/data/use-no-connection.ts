import { useOffline } from './connection.ts';
import { useOnline } from './use-online.ts';

/**
 * Whether a new request would fail: sync has lost its connection, or the browser knows of no network. The second tells first, since an open
 * stream keeps sync connected for a while.
 */
export function useNoConnection(): boolean {
  const online = useOnline();
  const offline = useOffline();
  return offline || !online;
}
