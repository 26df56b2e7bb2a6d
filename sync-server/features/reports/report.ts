import { allow } from '../../../schemas/base/refusal.ts';
import { checkReport } from '../../../schemas/reports/report-rules.ts';
import type { ReportTarget } from '../../../schemas/reports/report-targets.ts';
import type { Command } from '../../sync/command.ts';
import { lockMembers } from '../../sync/member-locks.ts';
import { findReported } from './find-reported.ts';

export interface Report {
  readonly type: ReportTarget;
  readonly id: string;
  /** what the reporter adds; empty if that is nothing */
  readonly words: string;
}

/**
 * Reports something to the operator of the server: a mail with its text and its place, as the reporter sees them at this moment. Only the
 * operator learns of it. Each thing is reported once: reporting it again succeeds without effect, even if it was deleted since.
 */
export const report: Command<Report> = async (context, { type, id, words }) => {
  const { tx, actor, reports, writeId } = context;
  await lockMembers(tx, actor.userId);
  const [done] = await tx`
    select from reports where reporter_id = ${actor.userId} and target_type = ${type} and target_id = ${id}`;
  if (done) return allow;
  const found = await findReported(tx, actor, type, id);
  const [counts] = await tx<{ today: number }[]>`
    select count(*)::int as today from reports
    where reporter_id = ${actor.userId} and created_at > now() - interval '1 day'`;
  const verdict = checkReport(actor, {
    visible: found !== null,
    is_deleted: found?.is_deleted === true,
    author_id: found?.author_id ?? null,
    reportedToday: counts?.today ?? 0,
    perDay: reports.perDay,
    isRead: reports.to !== null,
  });
  if (!verdict.allowed || !found || reports.to === null) return verdict;

  context.stores();
  await tx`
    insert into reports (reporter_id, target_type, target_id, created_at) values (${actor.userId}, ${type}, ${id}, accepted_at())`;
  const [people] = await tx<{ name: string; email: string; author: string }[]>`
    select p.name, u.email, a.name as author
    from users u join profiles p using (id), profiles a
    where u.id = ${actor.userId} and a.id = ${found.author_id}`;
  if (!people) throw new Error(`a report of a member without an account, in the write ${writeId}`);
  const { what, path, text } = found;
  await context.mail({
    to: reports.to,
    template: 'report',
    data: { ...people, authorId: found.author_id, what, path, message: text, words },
  });
  return allow;
};
