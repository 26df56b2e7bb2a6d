import * as z from 'zod/mini';
import { groupMessage } from '../../../schemas/messages/group-message.ts';
import type { PageBefore } from '../../http/pages.ts';
import { reactionGroups, reactionGroupsSchema } from '../../rest/reaction-groups.ts';
import type { Reading } from '../../rest/reading.ts';
import { visibleRows } from '../../rest/visible-rows.ts';

/** A message as REST shows it to one reader. The message that it replies to is shown as it reads now. */
export const messageViewSchema = z.extend(groupMessage.row, {
  isOwnMessage: z.boolean(),
  reply_to_sender_name: z.nullable(z.string()),
  reply_to_content: z.nullable(z.string()),
  reactions: reactionGroupsSchema,
});
export type MessageView = z.infer<typeof messageViewSchema>;

/** The given messages that the viewer may read now, in the order of the ids. */
export async function messageViews(reading: Reading, ids: readonly string[]): Promise<MessageView[]> {
  const messages = await visibleRows(reading, 'group_messages', ids);
  if (messages.length === 0) return [];
  const repliedTo = messages.flatMap((message) => message.reply_to_id ?? []);
  const quoted = await visibleRows(reading, 'group_messages', repliedTo);
  const quotedBy = new Map(quoted.map((message) => [message.id, message]));
  const seen = messages.map((message) => message.id);
  const reactions = await reactionGroups(reading, 'message', seen);
  return messages.map((message) => {
    const reply = quotedBy.get(message.reply_to_id ?? '');
    return {
      ...message,
      isOwnMessage: message.sender_id === reading.viewer,
      reply_to_sender_name: reply?.sender_name ?? null,
      reply_to_content: reply?.content ?? null,
      reactions: reactions.get(message.id) ?? [],
    };
  });
}

/** Messages of a group, newest first; null if the viewer is not in it. */
export async function messagePage(reading: Reading, groupId: string, { limit, before }: PageBefore): Promise<MessageView[] | null> {
  const { tx } = reading;
  const [group] = await visibleRows(reading, 'groups', [groupId]);
  if (!group) return null;
  const rows = await tx<{ id: string }[]>`
    select id from group_messages
    where group_id = ${groupId}
      ${before ? tx`and (created_at, id) < (${before.created_at}::timestamptz, ${before.id}::uuid)` : tx``}
    order by created_at desc, id desc
    limit ${limit}`;
  const ids = rows.map((row) => row.id);
  return messageViews(reading, ids);
}
