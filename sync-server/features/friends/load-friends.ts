import { loadRows } from '../../sync/pull/load-rows.ts';

export const loadFriends = loadRows(
  (tx, ids) => tx`
    select a.id, f.user_id, f.friend_id, iso_time(f.created_at) as created_at, f.write_id
    from unnest(${ids}::text[]) as a (id)
    join friends f on f.user_id = split_part(a.id, '|', 1)::uuid and f.friend_id = split_part(a.id, '|', 2)::uuid`,
);

/** A contact is a member's address. No write of its own makes it, so its write id is derived from its content. */
export const loadContacts = loadRows(
  (tx, ids) => tx`
    select u.id, u.email, md5(u.email)::uuid as write_id from users u where u.id = any (${ids}::uuid[])`,
);
