import { loadRows } from '../../sync/pull/load-rows.ts';

export const loadGroupMembers = loadRows(
  (tx, ids) => tx`
    select m.*
    from unnest(${ids}::text[]) as a (id)
    join group_member_rows m on m.group_id = split_part(a.id, '|', 1)::uuid and m.user_id = split_part(a.id, '|', 2)::uuid`,
);
