import type { GroupMessage } from '../../../schemas/messages/group-message.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { idsOf, pairRows } from '../../sync/pair-rows.ts';

export const loadMessages: CollectionFeature['load'] = async (tx, refs) =>
  pairRows(
    refs,
    await tx<(GroupMessage & { write_id: string })[]>`
      select * from message_rows where id = any (${idsOf(refs)}::uuid[])`,
  );
