/** How often a mail may come where no device of a member can be called: the values of the setting `mail_calls`. */
export const mailCalls = ['day', 'week', 'off'] as const;
export type MailCalls = (typeof mailCalls)[number];

/** For a member who has chosen nothing. */
export const mailCallsDefault: MailCalls = 'day';
