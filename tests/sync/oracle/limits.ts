/** Circles are full sooner than in life, so that histories come to that. */
export const limits = { friends: 3, invitationsPerDay: 20, firstInvitations: 5 };
