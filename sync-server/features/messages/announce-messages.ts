import type { Tx } from '../../db/transaction.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { notifyAll } from '../notifications/notify.ts';

/** Whom to tell that something was written: not who has muted the group, nor who has not yet read what they were told of it. */
async function readListeners(tx: Tx, groupIds: readonly string[]): Promise<readonly { group_id: string; user_id: string }[]> {
  return tx<{ group_id: string; user_id: string }[]>`
    select m.group_id, m.user_id from group_members m
    where m.group_id = any(${groupIds as string[]}::uuid[])
      and not exists (
        select from notifications n
        where n.user_id = m.user_id and n.related_group_id = m.group_id and n.notification_type = 'group_message' and not n.is_read
      )
      and not exists (
        select from settings s where s.user_id = m.user_id and s.key = concat('group_muted|', m.group_id) and s.value = 'on'
      )`;
}

/** Tells the other members of the groups of new messages, each once until they have read that. */
export const announceMessages: NonNullable<CollectionFeature['announce']> = async (acts) => {
  const tx = acts[0]?.context.tx;
  if (!tx) return;
  const ids = acts.map(({ input }) => input);
  // Whoever is told is in the group until commit.
  const [, messages] = await Promise.all([
    tx`
      select from groups where id in (select group_id from group_messages where id = any(${ids}::uuid[]))
      order by id for key share`.then(() => undefined),
    tx<{ id: string; group_id: string; created_at: string }[]>`
      select id, group_id, iso_time(created_at) as created_at from group_messages where id = any(${ids}::uuid[])`,
  ]);
  const messageOf = new Map(messages.map((message) => [message.id, message]));
  const listeners = await readListeners(tx, [...new Set(messages.map((message) => message.group_id))]);
  const told = new Set<string>();
  await notifyAll(
    acts.flatMap(({ context, input: id }) => {
      const message = messageOf.get(id);
      if (!message) return [];
      const { group_id, created_at: at } = message;
      // Of many messages of one sender each hears of the first. Who hears of nobody's because of a block is asked when it is written.
      const recipients = listeners
        .filter((one) => one.group_id === group_id && !told.has(`${group_id} ${context.actor.userId} ${one.user_id}`))
        .map((one) => one.user_id);
      if (recipients.length === 0) return [];
      for (const recipient of recipients) told.add(`${group_id} ${context.actor.userId} ${recipient}`);
      return [{ context, input: { type: 'group_message', recipients, by: context.actor.userId, group_id, at } }];
    }),
  );
};
