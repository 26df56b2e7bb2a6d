import { joinId } from '../base/joined-id.ts';
import type { ReportTarget } from './report-targets.ts';

/** The prefix of the keys of all reports. */
export const REPORTED = 'reported|';

/** A report is a setting of the reporter, under this key. */
export const reportedKey = (type: ReportTarget, id: string): string => joinId('reported', type, id);
