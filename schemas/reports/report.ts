import * as z from 'zod/mini';
import { joinId, uuidSchema } from '../base/ids.ts';
import { storableText, visibleText } from '../base/text.ts';

/** What can be reported to whoever runs the server. */
export const reportTargets = ['post', 'comment', 'message', 'profile'] as const;
export const reportTargetSchema = z.enum(reportTargets);
export type ReportTarget = z.infer<typeof reportTargetSchema>;

export const REPORT_WORDS_MAX = 1000;
export const REPORTS_PER_DAY = 20;

/** What the reporter adds, if anything: the value of the setting that a report is. */
export const reportWordsSchema = z.string().check(visibleText, z.maxLength(REPORT_WORDS_MAX), storableText);

/** A report as it is asked for over REST. */
export const reportBodySchema = z.object({
  target_type: reportTargetSchema,
  target_id: uuidSchema,
  words: z.optional(reportWordsSchema),
});

/** What the keys of all reports begin with. */
export const REPORTED = 'reported|';

/** A report is a setting of the one who reports, under this key. */
export const reportedKey = (type: ReportTarget, id: string): string => joinId('reported', type, id);
