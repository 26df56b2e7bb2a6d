/** Lower limits than in production, so that histories reach them. */
export const limits = { friends: 3, invitationsPerDay: 20, firstInvitations: 5 };
