/** How many days a link works. */
export const INVITE_LINK_DAYS = 7;
/** How many links of one member may be open at the same time. */
export const INVITE_LINKS_MAX = 5;
/** How many links a list shows: the open ones, and some that are used up. */
export const INVITE_LINKS_LISTED_MAX = 20;
/** The most people for whom one link can work. */
export const INVITE_LINK_USES_MAX = 8;
export const INVITE_LINK_USES = 1;
/** How many minutes a link works that makes friends at once. It works for one person. */
export const FRIEND_LINK_MINUTES = 60;

export const TOO_MANY_INVITE_LINKS = 'TOO_MANY_INVITE_LINKS';
export const tooManyInviteLinks = `You have ${INVITE_LINKS_MAX} links that are open. Take one back to make another.`;
