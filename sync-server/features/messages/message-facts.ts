import type { Actor } from '../../../schemas/base/refusal.ts';
import { groupMessage, type NewGroupMessage } from '../../../schemas/messages/group-message.ts';
import type { MessageFacts } from '../../../schemas/messages/message-rules.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import { NO_ROW_ID } from '../../rest/no-row-id.ts';
import { lockGroupShared } from '../groups/group-facts.ts';

export interface LockedMessage extends MessageFacts, NewGroupMessage {
  readonly sender_id: string;
  readonly write_id: string;
}

/**
 * A message with its group, both locked until commit: `for update` to change or delete the message, `for share` to react to it, so that no
 * reaction lands on a message that is being deleted. The group is locked first, as everywhere. A missing message takes the same statements
 * as an existing one: a faster answer would tell the two apart.
 */
export async function lockMessage(tx: Tx, actor: Actor, messageId: string, lock: 'update' | 'share'): Promise<LockedMessage | null> {
  const [place] = await tx<{ group_id: string }[]>`select group_id from group_messages where id = ${messageId}`;
  const group = await lockGroupShared(tx, actor, place?.group_id ?? NO_ROW_ID);
  const [message] = await tx<Omit<LockedMessage, 'visible'>[]>`
    select ${tx(['id', 'group_id', 'sender_id', 'reply_to_id', ...groupMessage.fields.text, 'is_deleted', 'write_id'])}
    from group_messages where id = ${messageId}
    ${lock === 'update' ? tx`for update` : tx`for share`}`;
  return message && group ? { ...message, visible: group.role !== null } : null;
}

/** The facts for the rules, also of a missing message. */
export const factsOf = (held: LockedMessage | null): MessageFacts => held ?? { visible: false, sender_id: null, is_deleted: false };
