import type { ReportTarget } from '../../schemas/reports/report-targets.ts';

const things: Record<ReportTarget, string> = { post: 'post', comment: 'comment', message: 'message', profile: 'profile' };

/** Texts for reporting something to the operator of the server. */
export const reportText = {
  report: 'Report',
  reported: 'Reported',
  title: (target: ReportTarget): string => `Report this ${things[target]}?`,
  help: 'The people who run this server get its text, where it is, who wrote it, and what you add, with your name and e-mail address. Nobody else learns of it.',
  add: 'What is wrong with it? (optional)',
  done: (target: ReportTarget): string => `You have reported this ${things[target]} to the people who run this server.`,
  waits: 'Saved. Your report is sent when you are back online.',
  thanks: 'Reported. The people who run this server will read it.',
  refused: 'Your report was not accepted',
  failed: 'Your report could not be saved. Please try again.',
} as const;
