/**
 * 2: a page of a pull does not name removed rows whose ids are made of what they join; it says what to ask about (`recheck`). Every request of a
 * client names its version in the `Kith-Protocol` header.
 * 3: a report, which is a setting, may be refused for reasons of its own.
 */
export const PROTOCOL_VERSION = 3;

/**
 * Older gets 426. A device may come back after months: raise this only when its queued writes can no longer be read, or when it would keep what it
 * may no longer hold.
 */
export const OLDEST_ACCEPTED_VERSION = 2;

export const PROTOCOL_HEADER = 'kith-protocol';
