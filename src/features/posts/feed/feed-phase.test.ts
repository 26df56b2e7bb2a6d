import { expect, test } from 'vitest';
import { type FeedFacts, feedPhase } from './feed-phase.ts';

const facts: FeedFacts = {
  leadKnown: true,
  held: 0,
  failed: false,
  connection: 'live',
  failures: 0,
  postsFilled: true,
  friends: 2,
  friendsFilled: true,
};

test.each<[Partial<FeedFacts>, string]>([
  [{ held: 3, failed: true, connection: 'offline', postsFilled: false }, 'posts'],
  [{ held: 3, leadKnown: false }, 'loading'],
  [{ held: undefined }, 'loading'],
  [{ failed: true }, 'error'],
  [{ postsFilled: false, connection: 'syncing' }, 'loading'],
  [{ postsFilled: false, connection: 'connecting' }, 'loading'],
  [{ postsFilled: false, connection: 'offline' }, 'error'],
  [{ postsFilled: false, connection: 'connecting', failures: 2 }, 'loading'],
  [{ postsFilled: false, connection: 'connecting', failures: 3 }, 'error'],
  [{}, 'no-posts'],
  [{ connection: 'offline' }, 'no-posts'],
  [{ friends: 0 }, 'no-friends'],
  [{ friends: 0, invitation: 'waits' }, 'invited'],
  [{ friends: 0, invitation: 'accepted' }, 'joining'],
  [{ friends: 0, invitation: 'asked' }, 'invited'],
  [{ friends: 0, invitation: 'waits', postsFilled: false, connection: 'syncing' }, 'loading'],
  [{ invitation: 'waits' }, 'no-posts'],
  [{ friends: 0, friendsFilled: false, connection: 'syncing' }, 'loading'],
])('%j shows %s', (changed, phase) => {
  expect(feedPhase({ ...facts, ...changed })).toBe(phase);
});
