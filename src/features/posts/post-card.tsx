import { MessageCircle } from 'lucide-react';
import { type MouseEvent, memo, useContext, useEffect, useId } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { postText } from '../../text/posts.ts';
import { commentCountText } from '../comments/use-comment-summary.ts';
import { PendingLine, usePendingMark } from '../outbox/pending-line.tsx';
import type { PersonOf } from '../people/use-people.ts';
import { ReactionBadge } from '../reactions/reaction-badge.tsx';
import { ReactionPicker } from '../reactions/reaction-picker.tsx';
import { useReactionGroups } from '../reactions/use-reactions.ts';
import { useToggleReaction } from '../reactions/use-toggle-reaction.ts';
import { NewestComment, NewestCommentSpace } from './feed/newest-comment.tsx';
import { cardId } from './feed/use-feed-place.ts';
import { type PostFeet, PostFeetContext } from './feed/use-post-feet.ts';
import { PostLink, useOpenPost } from './open-post.tsx';
import styles from './post-card.module.css';
import { PostHead } from './post-head.tsx';
import { PostPhotos } from './post-photos.tsx';
import { PostText } from './post-text.tsx';

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
  const nameId = useId();
  const pending = usePendingMark(post);
  const to = `/posts/${post.id}`;
  const open = useOpenPost(to);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links in it do by keyboard what a click anywhere does
    <article
      id={cardId(post.id)}
      className={`stack gap-3 card ${styles.card}`}
      // Not in the Tab order; the new-posts pill moves the focus here.
      tabIndex={-1}
      aria-labelledby={nameId}
      data-pending={pending || undefined}
      onClick={(event) => {
        if (isForCard(event)) open();
      }}
    >
      <PostHead post={post} personOf={personOf} nameId={nameId} to={to} ring={ring} />
      {post.content !== '' && <PostText postId={post.id} content={post.content} dimmed={pending} />}
      {post.photos.length > 0 && <PostPhotos post={post} personOf={personOf} />}
      {pending && <PendingLine changed={post.scope !== 0} writeId={post.write_id} />}
      {(!pending || post.scope !== 0) && <Foot post={post} personOf={personOf} to={to} />}
    </article>
  );
});

/** Posts whose cards had a comment line. Such a card keeps its height when it returns to the document, until the store has answered. */
const hadComment = new Set<string>();

interface FootProps {
  readonly post: LocalRow<'posts'>;
  readonly personOf: PersonOf;
  readonly to: string;
}

/** Reactions and comments of a post, and the member's actions. They arrive after the card, and change without it. */
function Foot({ post, ...rest }: FootProps) {
  const { commentsOf, reactionsOf } = useContext(PostFeetContext);
  return <FootRow {...rest} post={post} comments={commentsOf(post.id)} reactions={reactionsOf(post.id)} />;
}

const FootRow = memo(function FootRow({
  post,
  personOf,
  to,
  comments,
  reactions,
}: FootProps & { readonly comments: ReturnType<PostFeet['commentsOf']>; readonly reactions: ReturnType<PostFeet['reactionsOf']> }) {
  const groups = useReactionGroups(post.id, reactions, personOf);
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
      <footer className={`row wrap gap-1 ${styles.foot}`}>
        <ReactionBadge groups={groups} pop={times} />
        <ReactionPicker chosen={new Set(groups.filter((group) => group.mine).map((group) => group.emoji))} onPick={toggle} />
        <span className={styles.spacer} />
        <PostLink to={to} className={styles.comments}>
          <MessageCircle />
          {comments?.count ? commentCountText(comments.count) : postText.comment}
        </PostLink>
      </footer>
    </>
  );
});
