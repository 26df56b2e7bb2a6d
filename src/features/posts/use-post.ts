import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useConnection } from '../../data/connection.ts';
import { useLiveDocument } from '../../data/local-store.tsx';
import { useBlocked } from '../friends/use-blocked.ts';

export type PostState =
  | { readonly phase: 'held'; readonly post: LocalRow<'posts'> }
  /** not here (yet): only once everything was fetched is it known to be missing */
  | { readonly phase: 'loading' | 'missing' | 'not-here' }
  /** this device could not read it */
  | { readonly phase: 'failed' };

/** One post of the local store, live: it goes while it is open when it is deleted or no longer meant for one's eyes. */
export function usePost(postId: string | undefined): PostState {
  const { row, error } = useLiveDocument('posts', postId);
  const blocked = useBlocked();
  const { kind, filled } = useConnection();
  // Of whom one blocks nothing shows, also before the server has taken it from this device.
  if (row && blocked?.has(row.author_id)) return { phase: 'missing' };
  if (row) return { phase: 'held', post: row };
  if (error) return { phase: 'failed' };
  if (row === undefined && postId) return { phase: 'loading' };
  // A device that has all posts and is up to date knows. One that is catching up may be about to learn of it, and so may one that is
  // offline: somebody told its owner of a post that it has not fetched.
  if (filled('posts') && kind === 'live') return { phase: 'missing' };
  return { phase: kind === 'offline' ? 'not-here' : 'loading' };
}
