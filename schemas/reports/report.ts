import * as z from 'zod/mini';
import { uuidSchema } from '../base/ids.ts';
import { storableText, visibleText } from '../base/text-checks.ts';
import { REPORT_WORDS_MAX } from './report-limits.ts';
import { reportTargets } from './report-targets.ts';

export const reportTargetSchema = z.enum(reportTargets);

/** What the reporter adds, if anything. A report is a setting, and this is its value. */
export const reportWordsSchema = z.string().check(visibleText, z.maxLength(REPORT_WORDS_MAX), storableText);

/** The body of a report over REST. */
export const reportBodySchema = z.object({
  target_type: reportTargetSchema,
  target_id: uuidSchema,
  words: z.optional(reportWordsSchema),
});
