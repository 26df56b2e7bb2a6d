/** What a member reads if a person cannot be shown: their profile, or how they are connected. Here alone, as it is there before both. */
export const personFailed = { profile: 'Failed to load user profile', connection: 'Failed to load connection path' } as const;
