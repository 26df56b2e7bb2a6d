import { writeSettingBy } from '../../../workers/device/writes/row-writer.ts';
import type { LocalStore } from './local-store.tsx';
import { change, insert } from './local-write.ts';

/** Creates or changes one of the member's settings, by its key (`setting-kinds.ts`), in the local store. */
export const writeSetting = (store: LocalStore, key: string, value: string): Promise<void> =>
  writeSettingBy({ change: (...of) => change(store, ...of), insert: (...of) => insert(store, ...of) }, store.userId, key, value);
