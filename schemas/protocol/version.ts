/**
 * 2: a page of a pull does not name removed rows with joined ids; it says what to ask about (`recheck`). Every request of a client names
 * its version in the `Kith-Protocol` header.
 * 3: a report, which is a setting, may be refused for reasons of its own.
 */
export const PROTOCOL_VERSION = 3;

/**
 * An older version gets 426. A device may return after months: raise this only if its queued writes can no longer be read, or if it would
 * keep data that it may no longer have.
 */
export const OLDEST_ACCEPTED_VERSION = 2;

export const PROTOCOL_HEADER = 'kith-protocol';
