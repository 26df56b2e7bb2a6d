import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';

export interface ReportFacts {
  readonly visible: boolean;
  readonly is_deleted: boolean;
  /** who wrote it, or whose profile it is */
  readonly author_id: string | null;
  readonly reportedToday: number;
  readonly perDay: number;
  /** whether anybody would read it */
  readonly isRead: boolean;
}

/**
 * RP1 only what one can see, as it is then, RP2 nothing of one's own, RP3 not more than a day's worth, RP4 nothing that nobody would read.
 */
export function checkReport(actor: Actor, facts: ReportFacts): Verdict {
  // Hidden, missing and deleted are one answer.
  if (!facts.visible || facts.is_deleted) return refuse('TARGET_NOT_FOUND');
  if (facts.author_id === actor.userId) return refuse('NOT_ALLOWED');
  if (facts.reportedToday >= facts.perDay) return refuse('TOO_MANY_REPORTS');
  return facts.isRead ? allow : refuse('NOBODY_READS');
}
