/** One act under way: who acts, by which write, and when; and what most acts do besides, telling people and taking that back. */
import { Chosen } from './expected.ts';
import type { Facts, NoticeFact, Write } from './facts.ts';
import { areBlocked, mayReadPost } from './may-read.ts';

/** Why an act is refused, in the words of the protocol; null where it is done. */
export type Code = string | null;

/** Between these two moments the server has accepted it, in milliseconds. */
export interface When {
  readonly from: number;
  readonly to: number;
}

export interface Limits {
  readonly friends: number;
  readonly invitationsPerDay: number;
  /** to addresses, by somebody without any friend */
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

/** What every new or changed row carries. */
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
}

/** Nobody is told of their own act, of what they have switched off, or by somebody when one of the two has blocked the other. */
export function tell(act: Act, notice: Notice): void {
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
    read: false,
    ...madeBy(act),
  });
}

export function withdraw(act: Act, concerns: (notice: NoticeFact) => boolean): void {
  for (const notice of act.facts.notices) if (concerns(notice)) act.facts.notices.delete(notice);
}

/** What takes reading away takes with it what was told of it. */
export function withdrawUnreadable(act: Act): void {
  const { facts } = act;
  withdraw(act, (notice) => {
    if (notice.post === null) return false;
    const post = facts.posts.get(notice.post);
    return post === undefined || !mayReadPost(facts, notice.to, post);
  });
}
