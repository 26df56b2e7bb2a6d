/** What can be reported to the operator of the server. */
export const reportTargets = ['post', 'comment', 'message', 'profile'] as const;
export type ReportTarget = (typeof reportTargets)[number];
