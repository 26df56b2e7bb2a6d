export const REPORT_WORDS_MAX = 1000;
export const REPORTS_PER_DAY = 20;
