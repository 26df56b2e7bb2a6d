// One post with its comments, and the field to write another.
import { useCallback, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import type { LocalRow } from '../../schemas/local/local-row.ts';
import { useConnection } from '../data/connection.ts';
import { useStore } from '../data/local-store.tsx';
import { CommentComposer } from '../features/comments/comment-composer.tsx';
import { CommentList } from '../features/comments/comment-list.tsx';
import { useComments } from '../features/comments/use-comments.ts';
import { useSeen } from '../features/notifications/use-seen.ts';
import { LinkedText } from '../features/posts/linked-text.tsx';
import { PendingLine, usePendingMark } from '../features/posts/pending-line.tsx';
import { PostActions } from '../features/posts/post-actions.tsx';
import { fromFeed, PostHead } from '../features/posts/post-head.tsx';
import { PostMissing } from '../features/posts/post-missing.tsx';
import { usePost } from '../features/posts/use-post.ts';
import { type PersonOf, usePeople } from '../features/profiles/use-people.ts';
import { ReactionBadge } from '../features/reactions/reaction-badge.tsx';
import { ReactionPicker } from '../features/reactions/reaction-picker.tsx';
import { useReactions } from '../features/reactions/use-reactions.ts';
import { useToggleReaction } from '../features/reactions/use-toggle-reaction.ts';
import { refusedText } from '../features/refused/refused-target.ts';
import { useRefusedWrite } from '../features/refused/use-refused-write.ts';
import { usePage } from '../shell/page.tsx';
import { refusalText } from '../text/refusal-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Note } from '../ui/note.tsx';
import { PostSkeleton } from '../ui/skeleton.tsx';
import styles from './post.module.css';

const noComments: readonly LocalRow<'comments'>[] = [];

export default function PostScreen() {
  const { postId } = useParams();
  const { userId } = useStore();
  const state = usePost(postId);
  const personOf = usePeople();
  const comments = useComments(postId ?? '') ?? noComments;
  const [leaving, setLeaving] = useState(false);
  const { retry } = useConnection();

  const post = state.phase === 'held' ? state.post : undefined;
  useSeen({ postId: post?.id });
  const own = post?.author_id === userId;
  const count = comments.filter((comment) => !comment.is_deleted).length;
  const actions = useMemo(
    () => (own && postId ? <PostActions postId={postId} comments={count} onDelete={() => setLeaving(true)} /> : undefined),
    [own, postId, count],
  );
  const back = useBackToFeed();
  usePage({ actions, onBack: back });

  if (post) return <PostWithComments key={post.id} post={post} comments={comments} personOf={personOf} />;
  if (leaving || state.phase === 'loading') {
    return (
      <div aria-busy="true">
        <PostSkeleton />
      </div>
    );
  }
  if (state.phase === 'missing') return <PostMissing />;
  return (
    <div role="alert">
      <EmptyState
        art="cup"
        title="Connection Error"
        text="This post is not on this device yet. It will load when you are online."
        action={<Button onClick={retry}>Try again</Button>}
      />
    </div>
  );
}

/** Back to the place in the feed that one came from, where one came from there. */
function useBackToFeed(): (() => void) | undefined {
  const navigate = useNavigate();
  const { state } = useLocation();
  const back = useCallback(() => void navigate(-1), [navigate]);
  return (state as Partial<typeof fromFeed> | null)?.from === fromFeed.from ? back : undefined;
}

function PostWithComments({
  post,
  comments,
  personOf,
}: {
  readonly post: LocalRow<'posts'>;
  readonly comments: readonly LocalRow<'comments'>[];
  readonly personOf: PersonOf;
}) {
  const groups = useReactions(post.id, personOf);
  const { toggle, times } = useToggleReaction('post', post.id);
  const pending = usePendingMark(post);
  const { refused, settle } = useRefusedWrite('comments');
  const end = useRef<HTMLDivElement>(null);

  // A refused comment is either one that still stands, with its change not taken, or one that is gone.
  const text = refused && refusedText(refused);
  const edited = refused && text !== undefined && comments.some((comment) => comment.id === refused.document.id);
  const onSent = () => {
    settle();
    // The row that was just written is on the screen with the next frame.
    requestAnimationFrame(() => end.current?.scrollIntoView({ block: 'end', behavior: 'smooth' }));
  };

  return (
    <div className={styles.screen}>
      <article className={styles.post} data-pending={pending || undefined}>
        <PostHead post={post} author={personOf(post.author_id)} size={48} />
        <p className={styles.text} dir="auto">
          <LinkedText text={post.content} />
        </p>
        {pending && <PendingLine changed={post.scope !== 0} />}
        <div className={styles.reactions}>
          <ReactionBadge groups={groups} pop={times} />
          <ReactionPicker chosen={new Set(groups.filter((group) => group.mine).map((group) => group.emoji))} onPick={toggle} />
        </div>
      </article>
      <CommentList
        comments={comments}
        postAuthorId={post.author_id}
        personOf={personOf}
        {...(refused && edited && text !== undefined ? { refusedEdit: { commentId: refused.document.id, text }, onChanged: settle } : {})}
      />
      {refused && <Note kind="danger">{refusalText[refused.code]}</Note>}
      <div ref={end} className={styles.end} />
      <CommentComposer postId={post.id} refusedText={edited ? undefined : text} onSent={onSent} />
    </div>
  );
}
