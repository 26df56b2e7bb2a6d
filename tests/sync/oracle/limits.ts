/** Lower limits than in production, so that histories reach them. */
export const limits = { friends: 3, invitationsPerDay: 20, firstInvitations: 5 };
/** Of how many rows devices fetch the photos before somebody looks at them. */
export const rowsAhead = 3;
