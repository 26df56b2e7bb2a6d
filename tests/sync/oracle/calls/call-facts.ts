/** What members can be called about, and why not, in the oracle's own words. */
import type { Chosen } from '../expected.ts';
import type { Facts, MessageFact, NoticeFact } from '../facts.ts';
import { areBlocked, mayReadPost, roleIn } from '../may-read.ts';

/** Something that happened, for one of its readers. */
export interface CallEvent {
  readonly reader: string;
  readonly type: string;
  readonly about: MessageFact | NoticeFact;
  /** what it waits in together with others */
  readonly line: string;
  /** what shows one notice on a device */
  readonly tag: string;
}

/** Times that are not known yet lie between two bounds. */
export const earliest = ({ value, from }: Chosen): number => (value === undefined ? from : Date.parse(value));
export const latest = ({ value, to }: Chosen): number => (value === undefined ? to : Date.parse(value));

/** Why nobody is called; null where somebody is, and `maybe` where a time that the server chose decides and is not known yet. */
export type WhyNot = string | null;
export const MAYBE = 'maybe';

const switches: Readonly<Record<string, readonly [string, 'on' | 'off']>> = {
  group_message: ['messages', 'on'],
  group_invitation: ['friends', 'on'],
  post_created: ['posts', 'on'],
  post_commented: ['comments', 'on'],
  comment_answered: ['comments', 'on'],
  post_reaction: ['reactions', 'off'],
  comment_reaction: ['reactions', 'off'],
  friend_request_sent: ['friends', 'on'],
  friend_request_accepted: ['friends', 'on'],
  friend_request_declined: ['friends', 'on'],
};

const isMessage = (about: CallEvent['about']): about is MessageFact => 'sender' in about;
/** Who acted. */
export const actorOf = ({ about }: CallEvent): string | null => (isMessage(about) ? about.sender : about.by);

const messageEvent = (reader: string, about: MessageFact): CallEvent => ({
  reader,
  type: 'group_message',
  about,
  line: `messages|${about.group}`,
  tag: `group_message|${about.group}`,
});

function noticeEvent(about: NoticeFact): CallEvent {
  const { to: reader, type, by, post, comment, group } = about;
  const line =
    type === 'post_created'
      ? `posts|${by}`
      : type === 'group_invitation'
        ? `invitations|${group}`
        : post !== null
          ? `post|${post}`
          : `friends|${reader}`;
  const subject = { group_invitation: group, post_commented: post, comment_answered: post, post_reaction: post, comment_reaction: comment };
  const named = type in subject ? subject[type as keyof typeof subject] : by;
  return { reader, type, about, line, tag: `${type}|${named ?? ''}` };
}

/** The events of a history. A member who leaves a group is called about none of what they missed, also when they are back. */
export class CallEvents {
  readonly all = new Set<CallEvent>();
  /** those that no line has come to its end for */
  readonly waiting = new Set<CallEvent>();
  readonly #seen = new Set<string | Chosen>();
  #upTo = 0;

  follow(moments: readonly Facts[]): void {
    for (const facts of moments.slice(this.#upTo)) {
      for (const event of this.all) {
        if (isMessage(event.about) && roleIn(facts, event.reader, event.about.group) === null) this.#forget(event);
      }
      for (const message of facts.messages.values()) {
        if (!this.#isNew(message.id)) continue;
        const readers = [...facts.seats.values()].filter(({ group, member }) => group === message.group && member !== message.sender);
        for (const { member } of readers) this.#add(messageEvent(member, message));
      }
      for (const notice of facts.notices) {
        // Members are called about the messages themselves.
        if (notice.type !== 'group_message' && this.#isNew(notice.id)) this.#add(noticeEvent(notice));
      }
    }
    this.#upTo = moments.length;
  }

  #isNew(id: string | Chosen): boolean {
    const isNew = !this.#seen.has(id);
    this.#seen.add(id);
    return isNew;
  }

  #add(event: CallEvent): void {
    this.all.add(event);
    this.waiting.add(event);
  }

  #forget(event: CallEvent): void {
    this.all.delete(event);
    this.waiting.delete(event);
  }
}

const settingOf = (facts: Facts, member: string, key: string) => facts.settings.get(`${member}|${key}`)?.value;

function whyNotMessage(facts: Facts, reader: string, { id }: MessageFact): WhyNot {
  const message = facts.messages.get(id);
  if (!message || message.deleted) return 'deleted';
  const { group, sender, created } = message;
  if (areBlocked(facts, reader, sender)) return 'blocked';
  if (settingOf(facts, reader, `group_muted|${group}`) === 'on') return 'muted';
  const unread = [...facts.notices].some((one) => one.to === reader && one.group === group && one.type === 'group_message' && !one.read);
  if (!unread) return 'read';
  const readUpTo = Date.parse(settingOf(facts, reader, `group_read|${group}`) ?? new Date(0).toISOString());
  if (readUpTo >= latest(created)) return 'the chat is read';
  return readUpTo >= earliest(created) ? MAYBE : null;
}

function whyNotNotice(facts: Facts, { id, to, by, type, post, comment, invitation }: NoticeFact): WhyNot {
  if (by !== null && !facts.members.has(by)) return 'the account is deleted';
  if (by !== null && areBlocked(facts, to, by)) return 'blocked';
  if (post !== null) {
    const fact = facts.posts.get(post);
    if (!fact) return 'deleted';
    if (!mayReadPost(facts, to, fact)) return 'may not read it';
    if (comment !== null && facts.comments.get(comment)?.deleted !== false) return 'deleted';
  }
  if (type === 'group_invitation' && facts.groupInvitations.get(invitation ?? '')?.status !== 'pending') return 'answered';
  if (type === 'friend_request_sent' && facts.invitations.get(invitation ?? '')?.status !== 'pending') return 'answered';
  const notice = [...facts.notices].find((one) => one.id === id);
  if (!notice) return 'taken back';
  return notice.read ? 'read' : null;
}

/** Whether a member is in quiet hours at this time. The histories name hours in UTC. */
export function isQuiet(facts: Facts, member: string, now: number): boolean {
  const [, from = '', to = ''] = /^(\d\d:\d\d)-(\d\d:\d\d) UTC$/.exec(settingOf(facts, member, 'quiet_hours') ?? '') ?? [];
  const wall = new Date(now).toISOString().slice(11, 16);
  return from < to ? from <= wall && wall < to : from !== to && (from <= wall || wall < to);
}

/** Why no device of the reader may be called about this event now, quiet hours aside. */
export function whyNot(facts: Facts, { reader, type, about }: CallEvent): WhyNot {
  if (!facts.members.has(reader)) return 'the account is deleted';
  const [name, usual] = switches[type] as readonly [string, string];
  const why = isMessage(about) ? whyNotMessage(facts, reader, about) : whyNotNotice(facts, about);
  if (why !== null && why !== MAYBE) return why;
  return (settingOf(facts, reader, `call_${name}`) ?? usual) === 'on' ? why : 'switched off';
}

/** Whether a call that names this event means that one. Some ids of notifications are not known yet. */
export const isNamed = (event: CallEvent, id: string): boolean =>
  typeof event.about.id === 'string' ? event.about.id === id : event.about.id.fits(id);

/** The number on the app of a member. */
export const unreadOf = (facts: Facts, member: string): number =>
  [...facts.notices].filter(({ to, by, read }) => to === member && !read && (by === null || !areBlocked(facts, to, by))).length;
