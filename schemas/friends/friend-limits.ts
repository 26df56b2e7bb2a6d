/** The limit that the product promises. The server enforces its own setting `MAX_DIRECT_FRIENDS`. */
export const MAX_DIRECT_FRIENDS = 8;
/** The most seats for which a server can be configured. */
export const MOST_DIRECT_FRIENDS = 64;
/**
 * The most people within two steps of a member on such a server: a friend in each seat, and other people in all other seats of each friend.
 */
export const NETWORK_MAX = MOST_DIRECT_FRIENDS * MOST_DIRECT_FRIENDS;
