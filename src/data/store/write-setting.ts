import { settingId } from '../../../schemas/profiles/setting-keys.ts';
import type { LocalStore } from './local-store.tsx';
import { change, insert } from './local-write.ts';

/** Creates or changes one of the member's settings, by its key (`setting-kinds.ts`), in the local store. */
export async function writeSetting(store: LocalStore, key: string, value: string): Promise<void> {
  const id = settingId(store.userId, key);
  if (!(await change(store, 'settings', id, { value }))) await insert(store, 'settings', { id, user_id: store.userId, key, value });
}
