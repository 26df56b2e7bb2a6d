/** What a member must type before their account is deleted. */
export const DELETE_WORD = 'DELETE';
