/** One act in progress: who acts, by which write, and when. Also what most acts do as well: make and withdraw notifications. */
import { Chosen } from './expected.ts';
import type { Facts, NoticeFact, Write } from './facts.ts';
import { areBlocked, mayReadPost } from './may-read.ts';

/** Why an act is refused, as a code of the protocol; null where it is carried out. */
export type Code = string | null;

/** The server accepted the act between these two moments, in milliseconds. */
export interface When {
  readonly from: number;
  readonly to: number;
}

export interface Limits {
  readonly friends: number;
  readonly invitationsPerDay: number;
  /** invitations to addresses, by a member without any friend */
  readonly firstInvitations: number;
}

export interface Act {
  readonly facts: Facts;
  readonly by: string;
  readonly write: Write;
  readonly when: When;
  readonly limits: Limits;
}

export const timeOf = ({ when }: Act): Chosen => new Chosen('time', when.from, when.to);

/** The fields that every new or changed row has. */
export const madeBy = (act: Act) => ({ created: timeOf(act), ...changedBy(act) });
export const changedBy = (act: Act) => ({ write: act.write, touched: act.facts.act });

export interface Notice {
  readonly to: string;
  readonly type: string;
  readonly by: string | null;
  readonly post?: string;
  readonly comment?: string;
  readonly group?: string;
  readonly invitation?: string;
  readonly emoji?: string;
  readonly message?: string;
}

/**
 * A member is not notified about their own acts, about types that they have switched off, or by a member when one of the two has blocked
 * the other.
 */
export function notify(act: Act, notice: Notice): void {
  const { to, by, type } = notice;
  if (to === by || act.facts.settings.get(`${to}|notify_${type}`)?.value === 'off') return;
  if (by !== null && areBlocked(act.facts, to, by)) return;
  act.facts.notices.add({
    id: new Chosen('id'),
    to: notice.to,
    type: notice.type,
    by: notice.by,
    post: notice.post ?? null,
    comment: notice.comment ?? null,
    group: notice.group ?? null,
    invitation: notice.invitation ?? null,
    emoji: notice.emoji ?? null,
    message: notice.message ?? null,
    read: false,
    ...madeBy(act),
  });
}

export function withdraw(act: Act, concerns: (notice: NoticeFact) => boolean): void {
  for (const notice of act.facts.notices) if (concerns(notice)) act.facts.notices.delete(notice);
}

/** Withdraws the notifications about posts that their recipient can no longer read. */
export function withdrawUnreadable(act: Act): void {
  const { facts } = act;
  withdraw(act, (notice) => {
    if (notice.post === null) return false;
    const post = facts.posts.get(notice.post);
    return post === undefined || !mayReadPost(facts, notice.to, post);
  });
}
