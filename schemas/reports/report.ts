import * as z from 'zod/mini';
import { joinId, uuidSchema } from '../base/ids.ts';
import { storableText, visibleText } from '../base/text.ts';

/** What can be reported to the operator of the server. */
export const reportTargets = ['post', 'comment', 'message', 'profile'] as const;
export const reportTargetSchema = z.enum(reportTargets);
export type ReportTarget = z.infer<typeof reportTargetSchema>;

export const REPORT_WORDS_MAX = 1000;
export const REPORTS_PER_DAY = 20;

/** What the reporter adds, if anything. A report is a setting, and this is its value. */
export const reportWordsSchema = z.string().check(visibleText, z.maxLength(REPORT_WORDS_MAX), storableText);

/** The body of a report over REST. */
export const reportBodySchema = z.object({
  target_type: reportTargetSchema,
  target_id: uuidSchema,
  words: z.optional(reportWordsSchema),
});

/** The prefix of the keys of all reports. */
export const REPORTED = 'reported|';

/** A report is a setting of the reporter, under this key. */
export const reportedKey = (type: ReportTarget, id: string): string => joinId('reported', type, id);
