import type { ConnectionKind } from '../../../../workers/device/sync-status.ts';

export type FeedPhase = 'posts' | 'loading' | 'error' | 'invited' | 'joining' | 'no-friends' | 'no-posts';

export interface FeedFacts {
  /** whether it is known what lies above the posts */
  readonly leadKnown: boolean;
  /** undefined until the local store has answered */
  readonly held: number | undefined;
  readonly failed: boolean;
  readonly connection: ConnectionKind;
  /** consecutive failed attempts to reach the server */
  readonly failures: number;
  /** whether all posts have been fetched once */
  readonly postsFilled: boolean;
  readonly friends: number | undefined;
  readonly friendsFilled: boolean;
  /** the state of an open invitation (see use-first-invitation.ts) */
  readonly invitation?: 'waits' | 'accepted' | 'asked' | undefined;
}

/** After this many consecutive failures the feed says that there is no connection. */
const GIVEN_UP = 3;

/** What the feed shows. Stored rows always win. The feed is called empty only once the server has said so. */
export function feedPhase(facts: FeedFacts): FeedPhase {
  if (facts.held) return facts.leadKnown ? 'posts' : 'loading';
  if (facts.failed) return 'error';
  if (facts.held === undefined || facts.friends === undefined) return 'loading';
  if (facts.postsFilled && facts.friends > 0) return 'no-posts';
  if (facts.postsFilled && facts.invitation) return facts.invitation === 'accepted' ? 'joining' : 'invited';
  if (facts.postsFilled && facts.friendsFilled) return 'no-friends';
  return facts.connection === 'offline' || facts.failures >= GIVEN_UP ? 'error' : 'loading';
}
