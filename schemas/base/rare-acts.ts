/**
 * Acts that move a row of everybody who reads it: a name and a photo appear on each group and invitation of their member, and the comments
 * of a post move with its audience. Each may be done this many times in an hour; the audience, of one post. One more waits, and is not
 * refused.
 */
export const rareActsPerHour = { name: 6, photo: 6, audience: 6 } as const;

export type RareAct = keyof typeof rareActsPerHour;
