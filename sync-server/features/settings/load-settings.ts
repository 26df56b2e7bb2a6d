import type { Setting } from '../../../schemas/profiles/profile.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { idsOf, pairRows } from '../../sync/pair-rows.ts';

export const loadSettings: CollectionFeature['load'] = async (tx, refs) =>
  pairRows(
    refs,
    await tx<(Setting & { write_id: string })[]>`
      select a.id, s.user_id, s.key, s.value, s.write_id
      from unnest(${idsOf(refs)}::text[]) as a (id)
      -- A key may itself be joined of two parts, so it is all that follows the member.
      join settings s on s.user_id = split_part(a.id, '|', 1)::uuid and s.key = substr(a.id, 38)`,
  );
