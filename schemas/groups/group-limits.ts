export const GROUP_NAME_MAX = 300;
export const GROUP_DESCRIPTION_MAX = 2000;
/** How many groups a member may own. A rename, and each invitation, moves rows of all of them. */
export const GROUPS_OWNED_MAX = 100;
/** How many invitations into groups one member may have open to one other. */
export const OPEN_INVITATIONS_MAX = 50;
