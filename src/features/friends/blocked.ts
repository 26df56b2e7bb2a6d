import { allow, type Verdict } from '../../../schemas/base/refusal.ts';
import { checkBlock } from '../../../schemas/friends/block-rules.ts';
import { settingKey } from '../../../schemas/profiles/setting-kinds.ts';
import type { LocalStore } from '../../data/local-store.tsx';
import type { Answer } from '../../data/request.ts';
import { writeSetting } from '../../data/write-setting.ts';
import { memberList } from '../account/member-list.ts';
import { rememberNames } from './blocked-names.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Somebody whom the member has blocked, as the server has them. */
export interface BlockedPerson extends Named {
  /** when they were blocked */
  readonly created_at: string;
}

/** Whom the member has blocked, the latest first, with names: a device loses those with the rows that brought them. */
export const readBlocked = (): Promise<Answer<{ readonly items: readonly BlockedPerson[] }>> => memberList('/api/friends/blocked');

/**
 * Blocks somebody: a setting of one's own, which is sent like any write. This device hides them from that moment; the server ends what
 * is between the two.
 */
export async function block(store: LocalStore, person: Named): Promise<Verdict> {
  const verdict = checkBlock(store, person.id);
  if (!verdict.allowed) return verdict;
  // Their rows leave this device, and their name with them.
  await rememberNames(store, [person]);
  await writeSetting(store, settingKey.blocked(person.id), 'on');
  return allow;
}

/** Ends a block. Ending one that has ended is done. */
export const unblock = (store: LocalStore, id: string): Promise<void> => writeSetting(store, settingKey.blocked(id), 'off');
