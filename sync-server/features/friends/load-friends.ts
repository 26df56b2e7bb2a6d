import type { Contact, Friend } from '../../../schemas/friends/friend.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { idsOf, pairRows } from '../../sync/pair-rows.ts';

export const loadFriends: CollectionFeature['load'] = async (tx, refs) =>
  pairRows(
    refs,
    await tx<(Friend & { write_id: string })[]>`
      select a.id, f.user_id, f.friend_id, iso_time(f.created_at) as created_at, f.write_id
      from unnest(${idsOf(refs)}::text[]) as a (id)
      join friends f on f.user_id = split_part(a.id, '|', 1)::uuid and f.friend_id = split_part(a.id, '|', 2)::uuid`,
  );

/** A contact is a member's address. No write of its own makes it, so its write id is derived from its content. */
export const loadContacts: CollectionFeature['load'] = async (tx, refs) =>
  pairRows(
    refs,
    await tx<(Contact & { write_id: string })[]>`
      select u.id, u.email, md5(u.email)::uuid as write_id from users u where u.id = any (${idsOf(refs)}::uuid[])`,
  );
