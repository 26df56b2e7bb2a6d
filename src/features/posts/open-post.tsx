import { type ReactNode, useCallback } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { isPlainPress } from '../../ui/behaviour/use-after-press.ts';
import { wantsMotion } from '../../ui/behaviour/use-media.ts';

/** Navigation state: the post screen was opened from a card, in the feed or on the page of its author, or from its photos. */
export const fromFeed = { from: 'feed' } as const;

/**
 * Opens the page of a post from its card. The page is drawn in the task of the press: otherwise React would draw it after all that a start,
 * or a feed that is still growing, has begun.
 */
export function useOpenPost(to: string): () => void {
  const navigate = useNavigate();
  return useCallback(() => void navigate(to, { state: fromFeed, flushSync: true, viewTransition: wantsMotion() }), [navigate, to]);
}

/** A link on a card to the page of its post. */
export function PostLink({
  to,
  className,
  children,
}: {
  readonly to: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  const open = useOpenPost(to);
  return (
    <Link
      to={to}
      state={fromFeed}
      className={className}
      onClick={(event) => {
        if (!isPlainPress(event)) return;
        event.preventDefault();
        open();
      }}
    >
      {children}
    </Link>
  );
}
