export const reactionTargetTypes = ['post', 'comment', 'message'] as const;
export type ReactionTarget = (typeof reactionTargetTypes)[number];
