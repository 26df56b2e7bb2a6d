import { MessageCircle } from 'lucide-react';
import { type MouseEvent, memo, type RefObject, useEffect, useId, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { postText } from '../../text/posts.ts';
import { useNearViewport } from '../../ui/use-near-viewport.ts';
import { commentCountText, useCommentSummary } from '../comments/use-comment-summary.ts';
import { PendingLine, usePendingMark } from '../outbox/pending-line.tsx';
import type { PersonOf } from '../people/use-people.ts';
import { ReactionBadge } from '../reactions/reaction-badge.tsx';
import { ReactionPicker } from '../reactions/reaction-picker.tsx';
import { useReactions } from '../reactions/use-reactions.ts';
import { useToggleReaction } from '../reactions/use-toggle-reaction.ts';
import { NewestComment, NewestCommentSpace } from './newest-comment.tsx';
import styles from './post-card.module.css';
import { fromFeed, PostHead } from './post-head.tsx';
import { PostText } from './post-text.tsx';
import { cardId } from './use-feed-place.ts';

/** Whether a click was meant for the card itself: not for a control in it, and not to select text. */
function isForCard(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as Element;
  // A sheet opened from here is elsewhere in the document, but React reports its clicks here too.
  if (!event.currentTarget.contains(target) || target.closest('a, button')) return false;
  return window.getSelection()?.isCollapsed ?? true;
}

/** One post of the feed. A click anywhere on it opens it. Keyboards use the links on its time and its comments. */
export const PostCard = memo(function PostCard({
  post,
  personOf,
  ring,
}: {
  readonly post: LocalRow<'posts'>;
  readonly personOf: PersonOf;
  /** whether its author wrote today */
  readonly ring: boolean;
}) {
  const navigate = useNavigate();
  const card = useRef<HTMLElement>(null);
  const nameId = useId();
  const pending = usePendingMark(post);
  const to = `/posts/${post.id}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links in it do by keyboard what a click anywhere does
    <article
      ref={card}
      id={cardId(post.id)}
      className={styles.card}
      // Not in the Tab order; the new-posts pill moves the focus here.
      tabIndex={-1}
      aria-labelledby={nameId}
      data-pending={pending || undefined}
      onClick={(event) => {
        if (isForCard(event)) void navigate(to, { state: fromFeed, viewTransition: true });
      }}
    >
      <PostHead post={post} author={personOf(post.author_id)} nameId={nameId} to={to} ring={ring} />
      <PostText postId={post.id} content={post.content} dimmed={pending} />
      {pending && <PendingLine changed={post.scope !== 0} />}
      {(!pending || post.scope !== 0) && <Foot card={card} post={post} personOf={personOf} to={to} />}
    </article>
  );
});

/** Posts whose cards had a comment line. Such a card keeps its height when it returns to the document, until the store has answered. */
const hadComment = new Set<string>();

/**
 * Reactions and comments of a post, and the member's actions. Only this part re-renders when scrolling changes what is near; the rest of
 * the card does not.
 */
function Foot({
  card,
  post,
  personOf,
  to,
}: {
  readonly card: RefObject<HTMLElement | null>;
  readonly post: LocalRow<'posts'>;
  readonly personOf: PersonOf;
  readonly to: string;
}) {
  const active = useNearViewport(card);
  const groups = useReactions(post.id, personOf, active);
  const comments = useCommentSummary(post.id, active);
  const newest = comments?.newest;
  useEffect(() => {
    if (newest) hadComment.add(post.id);
    else if (comments) hadComment.delete(post.id);
  }, [comments, newest, post.id]);
  const { toggle, times } = useToggleReaction('post', post.id);
  return (
    <>
      {newest && <NewestComment comment={newest} personOf={personOf} />}
      {!comments && hadComment.has(post.id) && <NewestCommentSpace />}
      <footer className={styles.foot}>
        <ReactionBadge groups={groups} pop={times} />
        <ReactionPicker chosen={new Set(groups.filter((group) => group.mine).map((group) => group.emoji))} onPick={toggle} />
        <span className={styles.spacer} />
        <Link to={to} state={fromFeed} viewTransition className={styles.comments}>
          <MessageCircle />
          {comments?.count ? commentCountText(comments.count) : postText.comment}
        </Link>
      </footer>
    </>
  );
}
