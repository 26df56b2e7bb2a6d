/**
 * Raised from 1 with every change of the messages after the first release. Every request of a client names its version in the header below.
 */
export const PROTOCOL_VERSION = 1;

/**
 * An older version gets 426. A device may return after months: raise this only if its queued writes can no longer be read, or if it would
 * keep data that it may no longer have.
 */
export const OLDEST_ACCEPTED_VERSION = 1;

export const PROTOCOL_HEADER = 'kith-protocol';

/** The code of that 426. */
export const UPDATE_REQUIRED_CODE = 'UPDATE_REQUIRED';
