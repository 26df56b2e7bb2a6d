/** The outcome of acts on messages in groups. */
import { type Act, type Code, changedBy, madeBy, notify, timeOf } from './act.ts';
import { isUsed, type MessageFact } from './facts.ts';
import { areBlocked, roleIn } from './may-read.ts';
import { changePhotos, saysSomething } from './photo-acts.ts';

export interface WrittenMessage {
  readonly id: string;
  readonly group: string;
  readonly sender: string;
  readonly content: string;
  readonly photos: MessageFact['photos'];
  readonly replyTo: string | null;
}

export function sendMessage(act: Act, written: WrittenMessage): Code {
  const { facts, by } = act;
  const silent = saysSomething(written);
  if (silent) return silent;
  if (written.sender !== by) return 'NOT_ONESELF';
  if (roleIn(facts, by, written.group) === null) return 'GROUP_NOT_FOUND';
  if (written.replyTo !== null && facts.messages.get(written.replyTo)?.group !== written.group) return 'MESSAGE_NOT_FOUND';
  if (isUsed(facts, written.id)) return 'MESSAGE_NOT_FOUND';
  const taken = changePhotos(act, [], written.photos);
  if (taken) return taken;
  facts.messages.set(written.id, { ...written, edited: null, deleted: false, ...madeBy(act) });
  for (const seat of facts.seats.values()) {
    if (seat.group !== written.group || seat.member === by) continue;
    // A member is notified once, however many messages follow, until they have read that notification. A member who has muted the group is
    // not notified.
    const unread = [...facts.notices].some(
      (notice) => notice.to === seat.member && notice.group === written.group && notice.type === 'group_message' && !notice.read,
    );
    const muted = facts.settings.get(`${seat.member}|group_muted|${written.group}`)?.value === 'on';
    if (!unread && !muted) notify(act, { to: seat.member, type: 'group_message', by, group: written.group, message: written.id });
  }
  return null;
}

export function messageSeenBy(act: Act, id: string): MessageFact | null {
  const message = act.facts.messages.get(id);
  return message && roleIn(act.facts, act.by, message.group) !== null ? message : null;
}

/** Photos that are left out stay. */
export function editMessage(act: Act, id: string, content: string, written?: MessageFact['photos']): Code {
  const message = messageSeenBy(act, id);
  if (!message) return 'MESSAGE_NOT_FOUND';
  if (message.sender !== act.by) return 'NOT_ALLOWED';
  if (message.deleted) return 'MESSAGE_DELETED';
  const photos = written ?? message.photos;
  const refused = saysSomething({ content, photos }) ?? changePhotos(act, message.photos, photos);
  if (refused) return refused;
  act.facts.messages.set(id, { ...message, content, photos, edited: timeOf(act), ...changedBy(act) });
  return null;
}

export function deleteMessage(act: Act, id: string): Code {
  const message = messageSeenBy(act, id);
  if (!message) return 'MESSAGE_NOT_FOUND';
  if (message.sender !== act.by) return 'NOT_ALLOWED';
  if (message.deleted) return null;
  act.facts.messages.set(id, { ...message, content: '', photos: [], deleted: true, ...changedBy(act) });
  for (const reaction of act.facts.reactions.values()) if (reaction.target === id) act.facts.reactions.delete(reaction.id);
  return null;
}

/**
 * Of two members between whom a block begins, one may have an unread notification about a group that names the other. It is for everything
 * written since, so it passes to the next member who wrote and whom its recipient sees.
 */
export function passOnGroupNotices(act: Act, areTheTwo: (one: string, two: string | null) => boolean): void {
  const { facts } = act;
  for (const notice of facts.notices) {
    if (notice.type !== 'group_message' || notice.read || !areTheTwo(notice.to, notice.by)) continue;
    const messages = [...facts.messages.values()];
    const first = messages.findIndex(({ id }) => id === notice.message);
    const next = messages
      .slice(first)
      .filter((one) => one.group === notice.group && !one.deleted && one.sender !== notice.to && one.sender !== notice.by)
      .filter((one) => !areBlocked(facts, notice.to, one.sender))
      .sort(byTime)[0];
    if (!next) continue;
    facts.notices.delete(notice);
    facts.notices.add({ ...notice, by: next.sender, message: next.id, created: next.created, ...changedBy(act) });
  }
}

/** Messages are here in the order in which they were accepted; those of one millisecond come in the order of their ids. */
const byTime = (a: MessageFact, b: MessageFact): number =>
  a.created.value !== undefined && a.created.value === b.created.value && a.id > b.id ? 1 : 0;
