/** 1: the first. Every request of a client names its version in the `Kith-Protocol` header. */
export const PROTOCOL_VERSION = 1;

/** A device may come back after months: raise this only when its queued writes can no longer be read. Older gets 426. */
export const OLDEST_ACCEPTED_VERSION = 1;

export const PROTOCOL_HEADER = 'kith-protocol';
