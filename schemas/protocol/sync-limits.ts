export const MAX_BODY_BYTES = 1_000_000;
export const MAX_CHANGES = 500;
export const MAX_PULL_LIMIT = 1000;
export const MAX_CHECKED_IDS = 500;
export const HEARTBEAT_MS = 15_000;
/** The interval while nobody looks at the device. Network equipment on the way often closes a connection that was silent for a minute. */
export const SELDOM_HEARTBEAT_MS = 50_000;
