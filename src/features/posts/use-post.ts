import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useConnection } from '../../data/store/connection.ts';
import { useLiveDocument } from '../../data/store/local-store.tsx';
import { useBlocked } from '../friends/blocking/use-blocked.ts';

export type PostState =
  | { readonly phase: 'held'; readonly post: LocalRow<'posts'> }
  /** not here (yet): it counts as missing only once all posts were fetched */
  | { readonly phase: 'loading' | 'missing' | 'not-here' }
  /** this device could not read it */
  | { readonly phase: 'failed' };

/** One post of the local store, live. It leaves the phase `held` when it is deleted or when the member may no longer see it. */
export function usePost(postId: string | undefined): PostState {
  const { row, error } = useLiveDocument('posts', postId);
  const blocked = useBlocked();
  const { kind, filled } = useConnection();
  // Posts by blocked members never show, even before the server has removed them from this device.
  if (row && blocked?.has(row.author_id)) return { phase: 'missing' };
  if (row) return { phase: 'held', post: row };
  if (error) return { phase: 'failed' };
  if (row === undefined && postId) return { phase: 'loading' };
  // Only a device that has all posts and is up to date knows that a post is missing. A device that is catching up may be about to receive
  // it. An offline device may have been sent a link to a post that it has not fetched.
  if (filled('posts') && kind === 'live') return { phase: 'missing' };
  return { phase: kind === 'offline' ? 'not-here' : 'loading' };
}
