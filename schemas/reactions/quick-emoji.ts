/** The fifteen emoji of the picker on posts and comments, in its order. */
export const quickEmoji = ['👍', '❤️', '😂', '😮', '😢', '🙏', '👏', '🎉', '🔥', '🤗', '😍', '🤔', '💪', '🥳', '😡'] as const;
/** The six emoji of the picker on group messages. */
export const quickMessageEmoji = ['👍', '❤️', '😂', '😮', '😢', '😡'] as const;
