import { allow, type Verdict } from '../../../../schemas/base/refusal.ts';
import { checkBlock } from '../../../../schemas/friends/block-rules.ts';
import { settingKey } from '../../../../schemas/profiles/setting-keys.ts';
import type { Answer } from '../../../data/session/request.ts';
import type { LocalStore } from '../../../data/store/local-store.tsx';
import { writeSetting } from '../../../data/store/write-setting.ts';
import { memberList } from '../../account/member-list.ts';
import { rememberNames } from './blocked-names.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** A blocked member, as the server lists them. */
export interface BlockedPerson extends Named {
  /** when they were blocked */
  readonly created_at: string;
}

/**
 * The blocked members with their names, most recent first, from the server. A device may not have the names, because it loses the rows that
 * contained them.
 */
export const readBlocked = (): Promise<Answer<{ readonly items: readonly BlockedPerson[] }>> => memberList('/api/friends/blocked');

/**
 * Blocks a member. A block is a setting of the signed-in member, sent like any write. This device hides the blocked member at once; the
 * server ends the friendship and invitations between the two.
 */
export async function block(store: LocalStore, person: Named): Promise<Verdict> {
  const verdict = checkBlock(store, person.id);
  if (!verdict.allowed) return verdict;
  // Their rows are deleted from this device, including their name.
  await rememberNames(store, [person]);
  await writeSetting(store, settingKey.blocked(person.id), 'on');
  return allow;
}

/** Ends a block. Succeeds also if the block has ended already. */
export const unblock = (store: LocalStore, id: string): Promise<void> => writeSetting(store, settingKey.blocked(id), 'off');
