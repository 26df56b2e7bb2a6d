/** The writes that take no `Idempotency-Key`. The document names them, and every other write takes one. */
import type { Operation, Tag } from '../api-document/operation.ts';

/**
 * Accounts and sessions, whose answers carry secrets that the server does not keep; the protocol of devices, whose writes have ids; and the
 * subscription of a session, of which there is one however often it is registered.
 */
export const unkeyedTags: readonly Tag[] = ['Account', 'Ways to sign in', 'Web Push', 'Sync'];

/**
 * `deleteAccount` leaves nobody to repeat it. Of `reportError` nothing is stored for a member. `chooseMails` sets the same once
 * more. The others only read.
 */
export const unkeyedOperations: readonly string[] = [
  'deleteAccount',
  'reportError',
  'chooseMails',
  'getRelationship',
  'getFriendsOf',
  'lookAtInvitation',
  'previewInvitation',
];

export const takesKey = ({ method, tag, id }: Operation): boolean =>
  method !== 'GET' && !unkeyedTags.includes(tag) && !unkeyedOperations.includes(id);
