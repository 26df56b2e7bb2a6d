import { loadRows } from '../../sync/pull/load-rows.ts';

export const loadSettings = loadRows(
  (tx, ids) => tx`
    select a.id, s.user_id, s.key, s.value, s.write_id
    from unnest(${ids}::text[]) as a (id)
    -- A key may itself be joined of two parts, so it is all that follows the member.
    join settings s on s.user_id = split_part(a.id, '|', 1)::uuid and s.key = substr(a.id, 38)`,
);
