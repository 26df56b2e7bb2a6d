import { UUID } from '../base/uuid.ts';
import { idIn, settingKey } from './setting-keys.ts';

/** Whether this setting says up to when its member has read something. Its value is a time; the server checks that. */
function isReadUpTo(key: string): boolean {
  const id = idIn(key);
  return key === settingKey.notificationsRead || (UUID.test(id) && key === settingKey.groupRead(id));
}

/**
 * Whether a write says only that its member has read something: a notification, or a chat up to a message. Such a write is sent like every
 * other, but nobody misses it, so it is not counted or listed as one that waits.
 */
export function isMarkOfRead(collection: string, row: object): boolean {
  const { _deleted, key }: { readonly _deleted?: unknown; readonly key?: unknown } = row;
  if (_deleted === true || _deleted === '1') return false;
  // Its member can change nothing else of a notification.
  if (collection === 'notifications') return true;
  return collection === 'settings' && typeof key === 'string' && isReadUpTo(key);
}
