import { expect, test } from 'vitest';
import { type FriendFacts, friendPhase } from './friend-phase.ts';

const facts: FriendFacts = {
  isSignedInMember: false,
  friendship: false,
  profile: false,
  storeFailed: false,
  connection: 'live',
  filled: true,
};
const held = { friendship: true, profile: true } as const;

test.each<[string, Partial<FriendFacts>, string]>([
  ['a friend', held, 'shown'],
  ['a friend, without a network', { ...held, connection: 'offline' }, 'shown'],
  ['a friend, while the rest is on its way', { ...held, connection: 'syncing', filled: false }, 'shown'],
  ['before the store has answered', { friendship: undefined, profile: undefined }, 'loading'],
  ['a friend of a friend', { profile: true }, 'not-direct'],
  ['oneself', { profile: true, isSignedInMember: true }, 'not-found'],
  ['nobody', {}, 'not-found'],
  ['nobody, as far as a complete device knows', { connection: 'offline' }, 'not-found'],
  ['somebody who may be about to come', { connection: 'syncing' }, 'loading'],
  ['a friend who hides', { friendship: true }, 'not-found'],
  ['a new device', { filled: false, connection: 'syncing' }, 'loading'],
  ['a new device without a network', { filled: false, connection: 'offline' }, 'not-here'],
  ['a friendship whose profile is still to come', { friendship: true, connection: 'syncing' }, 'loading'],
  ['a store that cannot be read', { ...held, storeFailed: true }, 'failed'],
])('%s', (_who, these, phase) => {
  expect(friendPhase({ ...facts, ...these })).toBe(phase);
});
