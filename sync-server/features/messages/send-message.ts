import type { GroupMessage } from '../../../schemas/messages/group-message.ts';
import { checkSendMessage } from '../../../schemas/messages/message-rules.ts';
import { allow, refuse, type Verdict } from '../../../schemas/protocol/refusal.ts';
import type { Tx } from '../../db/transaction.ts';
import { usedIds } from '../../sync/deleted-ids.ts';
import { type Command, type SharedCommand, scope } from '../../sync/feature.ts';
import { holdGroups } from '../groups/group-facts.ts';

export type NewMessage = Pick<GroupMessage, 'id' | 'group_id' | 'sender_id' | 'content' | 'reply_to_id'>;

/** The messages that answer something which is not there, or not in their group, by their places in the list. */
async function findLostReplies(tx: Tx, messages: readonly NewMessage[]): Promise<Set<number>> {
  if (messages.every((message) => message.reply_to_id === null)) return new Set();
  const rows = await tx<{ nth: number }[]>`
    select i.nth
    from unnest(${messages.map((message) => message.group_id)}::uuid[], ${messages.map((message) => message.reply_to_id)}::uuid[])
      with ordinality as i (group_id, reply_to_id, nth)
    where i.reply_to_id is not null
      and not exists (select from group_messages m where m.id = i.reply_to_id and m.group_id = i.group_id)`;
  return new Set(rows.map((row) => row.nth - 1));
}

/** Writes messages, to be told of (`announceMessages`). */
export const sendMessages: SharedCommand<NewMessage> = async (acts) => {
  const tx = acts[0]?.context.tx;
  if (!tx) return [];
  const messages = acts.map(({ input }) => input);
  const [groups, used, lost] = await Promise.all([
    holdGroups(
      tx,
      acts.map(({ context, input }) => ({ actor: context.actor, groupId: input.group_id })),
    ),
    usedIds(
      tx,
      messages.map((message) => message.id),
    ),
    findLostReplies(tx, messages),
  ]);
  const verdicts = acts.map(({ context, input }, index): Verdict => {
    const verdict = checkSendMessage(context.actor, input, { role: groups[index]?.role ?? null, replyFound: !lost.has(index) });
    if (!verdict.allowed) return verdict;
    if (used.has(input.id)) return refuse('MESSAGE_NOT_FOUND');
    used.add(input.id);
    return allow;
  });

  const fresh = await Promise.all(acts.map(({ context }) => context.isFresh));
  const allowed = acts.filter((_, index) => verdicts[index]?.allowed && fresh[index]);
  const [first] = allowed;
  if (!first) return verdicts;
  first.context.send(tx`
    insert into group_messages (id, group_id, sender_id, content, reply_to_id, created_at, write_id)
    select i.id, i.group_id, i.sender_id, i.content, i.reply_to_id, accepted_at(), i.write_id
    from unnest(
      ${allowed.map(({ input }) => input.id)}::uuid[], ${allowed.map(({ input }) => input.group_id)}::uuid[],
      ${allowed.map(({ context }) => context.actor.userId)}::uuid[], ${allowed.map(({ input }) => input.content)}::text[],
      ${allowed.map(({ input }) => input.reply_to_id)}::uuid[], ${allowed.map(({ context }) => context.writeId)}::uuid[]
    ) as i (id, group_id, sender_id, content, reply_to_id, write_id)`);
  for (const { context, input } of allowed) {
    context.record({ scopes: [scope.group(input.group_id)], collection: 'group_messages', id: input.id });
    context.announce('group_messages', input.id);
  }
  return verdicts;
};

/** Writes one message: see `sendMessages`. */
export const sendMessage: Command<NewMessage> = async (context, input) =>
  (await sendMessages([{ context, input }]))[0] ?? refuse('INVALID');
