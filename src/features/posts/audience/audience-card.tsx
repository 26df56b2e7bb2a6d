import { type ComponentType, useEffect, useState } from 'react';
import { postText } from '../../../text/posts.ts';
import { Card } from '../../../ui/card.tsx';
import { usePost } from '../use-post.ts';
import { isViewable } from './audience-look.ts';
import type { ViewedPost } from './audience-viewer.tsx';

/** The readers of the open post, beside it on very wide screens. */
export function AudienceCard({ postId }: { readonly postId: string }) {
  const state = usePost(postId);
  const [Audience, setAudience] = useState<ComponentType<{ readonly post: ViewedPost }>>();
  useEffect(() => {
    let wanted = true;
    // If it cannot be loaded, the chip of the post still names the audience.
    import('./audience-viewer.tsx').then(
      ({ PostAudience }) => wanted && setAudience(() => PostAudience),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  if (!Audience || state.phase !== 'held' || !isViewable(state.post)) return null;
  return (
    <Card as="section" stack aria-label={postText.whoCanSee}>
      <h2>{postText.whoCanSee}</h2>
      <Audience post={state.post} />
    </Card>
  );
}
