/** Writes messages into a group, in the local store only. Every act checks its rule first, with facts from the locally stored rows. */
import type { SomeOf } from '../../../schemas/base/entity.ts';
import { allow, refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { checkSaysSomething } from '../../../schemas/images/image-rules.ts';
import { blankMessage, type GroupMessage, groupMessage, type MessageText } from '../../../schemas/messages/group-message.ts';
import { checkDeleteMessage, checkEditMessage, checkSendMessage, type MessageFacts } from '../../../schemas/messages/message-rules.ts';
import type { LocalStore } from '../../data/store/local-store.tsx';
import { change, insertText, type NewRow } from '../../data/store/local-write.ts';
import { readOwnRole } from '../../data/store/own-role.ts';
import { readOwnPerson } from '../people/own-person.ts';

export interface NewMessage {
  readonly text: MessageText;
  readonly replyTo: string | null;
  /** belongs to the draft: sending that twice makes one message */
  readonly id: string;
}

/** Sends a message to the end of the chat. If the replied message is not stored here, the server judges the reply. */
export async function sendMessage(store: LocalStore, groupId: string, { id, text: written, replyTo }: NewMessage): Promise<Verdict> {
  const text = groupMessage.text.safeParse(written);
  if (!text.success) return refuse('INVALID');
  const says = checkSaysSomething(text.data);
  if (!says.allowed) return says;
  const [role, own, replied] = await Promise.all([
    readOwnRole(store, groupId),
    readOwnPerson(store),
    replyTo === null ? null : store.collections.group_messages.findOne(replyTo).exec(),
  ]);
  const message: NewRow<'group_messages'> = {
    id,
    group_id: groupId,
    sender_id: store.userId,
    sender_name: own.name,
    sender_profile_image_url: own.imageUrl,
    ...text.data,
    reply_to_id: replyTo,
    edited_at: null,
    is_deleted: false,
  };
  const verdict = checkSendMessage(store, message, { role, replyFound: replied === null || replied.group_id === groupId });
  if (verdict.allowed) {
    const isSame = (existing: GroupMessage) => existing.group_id === groupId && groupMessage.sameText(existing, text.data);
    await insertText(store, 'group_messages', message, isSame);
  }
  return verdict;
}

async function readFacts(store: LocalStore, id: string): Promise<MessageFacts & { readonly text: MessageText | null }> {
  const message = await store.collections.group_messages.findOne(id).exec();
  const visible = message !== null && (await readOwnRole(store, message.group_id)) !== null;
  return {
    visible,
    sender_id: message?.sender_id ?? null,
    is_deleted: message?.is_deleted ?? false,
    text: message && groupMessage.textOf(message),
  };
}

/** Changes the text of the member's own message; fields that `written` leaves out stay. The server sets the time of the edit. */
export async function editMessage(store: LocalStore, id: string, written: SomeOf<MessageText>): Promise<Verdict> {
  const facts = await readFacts(store, id);
  const text = groupMessage.text.safeParse(groupMessage.textAfter(facts.text ?? blankMessage, written));
  if (!text.success) return refuse('INVALID');
  const verdict = checkEditMessage(store, facts);
  if (!verdict.allowed) return verdict;
  const says = checkSaysSomething(text.data);
  if (!says.allowed) return says;
  const isChanged = facts.text === null || !groupMessage.sameText(facts.text, text.data);
  if (isChanged) await change(store, 'group_messages', id, text.data);
  return verdict;
}

/** Leaves a tombstone: the text is deleted at once, the row stays in its place. */
export async function deleteMessage(store: LocalStore, id: string): Promise<Verdict> {
  const facts = await readFacts(store, id);
  const verdict = checkDeleteMessage(store, facts);
  if (!verdict.allowed) return verdict;
  if (!facts.is_deleted) await change(store, 'group_messages', id, { is_deleted: true, ...blankMessage });
  return allow;
}
