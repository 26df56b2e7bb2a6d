import type { Actor, Verdict } from '../../../schemas/base/refusal.ts';
import { groupRoles } from '../../../schemas/groups/group-roles.ts';
import { checkSaysSomething } from '../../../schemas/images/image-rules.ts';
import { groupMessage, type NewGroupMessage } from '../../../schemas/messages/group-message.ts';
import { checkSendMessage, type SendFacts } from '../../../schemas/messages/message-rules.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import type { CreationFeature } from '../../sync/feature.ts';
import { readMember } from '../groups/group-facts.ts';
import { reservedBytes } from '../images/photo-storage.ts';

declare module '../../sync/feature.ts' {
  interface NewRows {
    group_messages: NewGroupMessage;
  }
}

/** Whether the message that is replied to is in the same group. True for a message that is no reply. */
async function findReply(tx: Tx, { group_id, reply_to_id }: NewGroupMessage): Promise<boolean> {
  if (reply_to_id === null) return true;
  return (await tx`select from group_messages where id = ${reply_to_id} and group_id = ${group_id}`).length > 0;
}

function checkNewMessage(actor: Actor, message: NewGroupMessage, facts: SendFacts): Verdict {
  const says = checkSaysSomething(message);
  return says.allowed ? checkSendMessage(actor, message, facts) : says;
}

/** Writes a message. `notify_of_messages` notifies members of it afterwards. */
export const sendMessage: CreationFeature<NewGroupMessage> = {
  statement: 'create_messages',
  read: (document) => (document.is_deleted === false ? (groupMessage.creation.safeParse(document).data ?? null) : null),
  judge(actor, message) {
    const roles = groupRoles.filter((role) => checkNewMessage(actor, message, { role, replyFound: true }).allowed);
    if (roles.length === 0) return null;
    const { group_id, reply_to_id } = message;
    return { fields: { group_id, reply_to_id, ...groupMessage.textOf(message) }, roles };
  },
  isTaken: 'MESSAGE_NOT_FOUND',
  furtherIds: ({ photos }) => photos.map(({ id }) => id),
  photoBytes: ({ photos }) => reservedBytes(photos),
  sees: (sql, member, id) => sql`exists (
    select from group_messages m join group_members own on own.group_id = m.group_id and own.user_id = ${member} where m.id = ${id}
  )`,
  async check(tx, actor, message) {
    const member = await readMember(tx, message.group_id, actor.userId);
    return checkNewMessage(actor, message, { role: member?.role ?? null, replyFound: await findReply(tx, message) });
  },
};
