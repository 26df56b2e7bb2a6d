import { useOnline } from '../session/use-online.ts';
import { useOffline } from './connection.ts';

/**
 * Whether a new request would fail: sync has lost its connection, or the browser knows of no network. The browser notices first, since an
 * open stream keeps sync connected for a while.
 */
export function useNoConnection(): boolean {
  const online = useOnline();
  const offline = useOffline();
  return offline || !online;
}
