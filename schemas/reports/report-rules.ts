import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';

export interface ReportFacts {
  readonly visible: boolean;
  readonly is_deleted: boolean;
  /** the author, or the member whose profile it is */
  readonly author_id: string | null;
  readonly reportedToday: number;
  readonly perDay: number;
  /** whether anybody would read the report */
  readonly isRead: boolean;
}

/**
 * RP1 A member reports only what they can see at this moment. RP2 Nothing of their own. RP3 Not beyond the daily limit. RP4 Only if
 * somebody would read the report.
 */
export function checkReport(actor: Actor, facts: ReportFacts): Verdict {
  // Hidden, missing and deleted get the same answer.
  if (!facts.visible || facts.is_deleted) return refuse('TARGET_NOT_FOUND');
  if (facts.author_id === actor.userId) return refuse('NOT_ALLOWED');
  if (facts.reportedToday >= facts.perDay) return refuse('TOO_MANY_REPORTS');
  return facts.isRead ? allow : refuse('NOBODY_READS');
}
