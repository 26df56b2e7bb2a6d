/** How often a member whose devices cannot be called gets a mail at most. The value of the setting `mail_calls`. */
export const mailCallsChoices = ['day', 'week', 'off'] as const;
export type MailCalls = (typeof mailCallsChoices)[number];

/** For a member who has chosen nothing. */
export const mailCallsDefault: MailCalls = 'day';

/** Where the mails of a member are switched off. The path goes on with a token, which is in their mails alone. */
export const MAIL_CALLS_PATH = '/api/push/mails';
