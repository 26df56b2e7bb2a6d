/** Friend invitations that one member may send in a day: a limit on the act, answered as a refusal. */
export const INVITATIONS_PER_DAY = 20;

/**
 * How many invitations to addresses a member without any friend may send within `FIRST_INVITATIONS_DAYS`. They are mails to people who need
 * not know the sender. An account that was made to send such mails gets no further. A member who invites friends may send more once one of
 * them has accepted.
 */
export const FIRST_INVITATIONS = 5;
export const FIRST_INVITATIONS_DAYS = 7;
