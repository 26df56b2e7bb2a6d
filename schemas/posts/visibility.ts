export const visibilityTypes = ['friends', 'friends_of_friends', 'specific', 'public', 'private'] as const;
export type VisibilityType = (typeof visibilityTypes)[number];
