// One post with its comments, and the field to write another.

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { refusalWording } from '../../schemas/wording/refusal-wording.ts';
import type { LocalRow } from '../../workers/device/local-row.ts';
import { useConnection } from '../data/store/connection.ts';
import { OnceOpen, useOwnId } from '../data/store/local-store.tsx';
import { CommentFieldSpace, commentDraftKey } from '../features/comments/comment-field.tsx';
import { commentElementId, editDraftKey } from '../features/comments/comment-keys.ts';
import { CommentList } from '../features/comments/comment-list.tsx';
import { NewCommentsPill } from '../features/comments/new-comments-pill.tsx';
import { useCommentLink } from '../features/comments/use-comment-link.ts';
import { useComments } from '../features/comments/use-comments.ts';
import { useNewComments } from '../features/comments/use-new-comments.ts';
import { useSeen } from '../features/notifications/use-seen.ts';
import { PendingLine, usePendingMark } from '../features/outbox/pending-line.tsx';
import { refusedText } from '../features/outbox/refused-target.ts';
import { useRefusedWrite } from '../features/outbox/use-refused-write.ts';
import { type PersonOf, usePeople } from '../features/people/use-people.ts';
import { fromFeed } from '../features/posts/open-post.tsx';
import { PostHead } from '../features/posts/post-head.tsx';
import { PostMissing } from '../features/posts/post-missing.tsx';
import { PostPhotos } from '../features/posts/post-photos.tsx';
import postTextStyles from '../features/posts/post-text.module.css';
import { usePost } from '../features/posts/use-post.ts';
import { ReactionBadge } from '../features/reactions/reaction-badge.tsx';
import { ReactionPicker } from '../features/reactions/reaction-picker.tsx';
import { useReactions } from '../features/reactions/use-reactions.ts';
import { useToggleReaction } from '../features/reactions/use-toggle-reaction.ts';
import { usePage } from '../shell/page.tsx';
import { useLaterCode } from '../shell/page-piece.tsx';
import { postText } from '../text/posts.ts';
import { keepInView } from '../ui/behaviour/keep-place.ts';
import { ConnectionError } from '../ui/states/connection-error.tsx';
import { Note } from '../ui/states/note.tsx';
import { PostSkeleton } from '../ui/states/skeleton.tsx';
import { WrittenText } from '../ui/written-text.tsx';
import styles from './post.module.css';
import { postTools } from './post-tools/load-post-tools.ts';
import type { tools as allTools } from './post-tools/post-tools.ts';

type Comments = readonly LocalRow<'comments'>[];
const noComments: Comments = [];

/** A post that moves to another audience may be missing for a moment, between two pages of one answer. */
const GONE_AFTER_MS = 500;

export default function PostScreen() {
  const { postId } = useParams();
  return <OpenPost key={postId} postId={postId ?? ''} />;
}

function OpenPost({ postId }: { readonly postId: string }) {
  const userId = useOwnId();
  const state = usePost(postId);
  const personOf = usePeople();
  const comments = useComments(postId);
  const tools = useLaterCode(postTools);
  const [leaving, setLeaving] = useState(false);
  const [edited, setEdited] = useState<string>();
  const { filled, retry } = useConnection();

  const post = state.phase === 'held' ? state.post : undefined;
  const removed = useRemoved(post !== undefined, filled('posts'));
  const [last, setLast] = useState(post);
  if (post && post !== last) setLast(post);
  // A post that may only be on its way stays on the screen, and keeps the focus.
  const shown = post ?? (removed === undefined && !leaving ? last : undefined);
  const own = post?.author_id === userId;
  const count = (comments ?? noComments).filter((comment) => !comment.is_deleted).length;
  const authorId = post?.author_id;
  const others = useMemo(
    () =>
      authorId &&
      !own &&
      tools && <tools.PersonActions person={{ userId: authorId, ...personOf(authorId) }} thing={{ type: 'post', id: postId }} />,
    [authorId, own, personOf, postId, tools],
  );
  const actions = useMemo(
    () => (own ? tools && <tools.PostActions postId={postId} comments={count} onDelete={() => setLeaving(true)} /> : others),
    [own, postId, count, others, tools],
  );
  const back = useBackToFeed();
  usePage({ actions, onBack: back });
  const onEditing = useCallback(
    (id: string, editing: boolean) => setEdited((before) => (editing ? id : before === id ? undefined : before)),
    [],
  );

  if (shown) {
    return (
      <>
        <OnceOpen>
          <Seen postId={post?.id} />
        </OnceOpen>
        <PostWithComments post={shown} comments={comments} personOf={personOf} onEditing={onEditing} tools={tools} />
      </>
    );
  }
  if (removed && !leaving) {
    return (
      <div role="status" className="stack gap-4">
        <PostMissing />
        {tools && <tools.RescuedDraft draftKey={commentDraftKey(postId)} />}
        {tools && edited && <tools.RescuedDraft draftKey={editDraftKey(edited)} />}
      </div>
    );
  }
  if (leaving || state.phase === 'loading') {
    return (
      <div aria-busy="true">
        <PostSkeleton />
      </div>
    );
  }
  if (state.phase === 'missing') return <PostMissing />;
  const failed = state.phase === 'failed';
  return (
    <ConnectionError
      title={failed ? postText.loadFailed : undefined}
      text={failed ? postText.fetchFailed : postText.notHere}
      // Reloading the page opens a store that could not be read again.
      onRetry={failed ? () => location.reload() : retry}
    />
  );
}

function Seen({ postId }: { readonly postId: string | undefined }) {
  useSeen({ postId });
  return null;
}

/**
 * Whether a post that was open here is no longer stored. Undefined as long as it may only be on its way: from one audience to another, or
 * into a new store that has not fetched all posts yet.
 */
function useRemoved(stored: boolean, allFetched: boolean): boolean | undefined {
  const [wasStored, setWasStored] = useState(false);
  const [removed, setRemoved] = useState(false);
  if (stored && !wasStored) setWasStored(true);
  if (stored && removed) setRemoved(false);
  useEffect(() => {
    if (stored || !wasStored || !allFetched) return;
    const timer = setTimeout(() => setRemoved(true), GONE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [stored, wasStored, allFetched]);
  return wasStored && !stored && !removed ? undefined : removed;
}

/** Goes back to the member's place in the feed, if they came from there. */
function useBackToFeed(): (() => void) | undefined {
  const navigate = useNavigate();
  const { state } = useLocation();
  const back = useCallback(() => void navigate(-1), [navigate]);
  return (state as Partial<typeof fromFeed> | null)?.from === fromFeed.from ? back : undefined;
}

function PostWithComments({
  post,
  comments: answered,
  personOf,
  onEditing,
  tools,
}: {
  readonly post: LocalRow<'posts'>;
  readonly comments: Comments | undefined;
  readonly personOf: PersonOf;
  readonly onEditing: (commentId: string, editing: boolean) => void;
  readonly tools: typeof allTools | undefined;
}) {
  const comments = answered ?? noComments;
  const groups = useReactions(post.id, personOf);
  const { toggle, times } = useToggleReaction('post', post.id);
  const pending = usePendingMark(post);
  const { refused: waiting, settling, settle } = useRefusedWrite('comments');
  const refused = settling ? undefined : waiting;
  const end = useRef<HTMLDivElement>(null);
  const marked = useCommentLink(useMemo(() => new Set(comments.map((comment) => comment.id)), [comments]));
  const unseen = useNewComments(answered, end);

  // A refused comment either still exists, with its change refused, or is gone.
  const text = refused && refusedText(refused);
  const edited = refused && text !== undefined && comments.some((comment) => comment.id === refused.document.id);
  const showComment = useShowComment(comments);
  const onSent = (commentId: string) => {
    void settle();
    showComment(commentId);
  };

  return (
    <div className={styles.screen}>
      <article className="stack gap-3" data-pending={pending || undefined}>
        <PostHead post={post} personOf={personOf} size={48} />
        {post.content !== '' && (
          <p className={postTextStyles.text} data-dimmed={pending || undefined} dir="auto">
            <WrittenText text={post.content} />
          </p>
        )}
        {post.photos.length > 0 && <PostPhotos post={post} personOf={personOf} />}
        {pending && <PendingLine changed={post.scope !== 0} writeId={post.write_id} />}
        <div className={`row wrap gap-1 ${styles.reactions}`}>
          <ReactionBadge groups={groups} pop={times} />
          <ReactionPicker chosen={new Set(groups.filter((group) => group.mine).map((group) => group.emoji))} onPick={toggle} />
        </div>
      </article>
      <CommentList
        comments={answered}
        postAuthorId={post.author_id}
        personOf={personOf}
        marked={marked}
        onEditing={onEditing}
        tools={tools}
        {...(refused && edited && text !== undefined
          ? { refusedEdit: { commentId: refused.document.id, text }, onChanged: () => void settle() }
          : {})}
      />
      {refused && <Note kind="danger">{refusalWording[refused.code]}</Note>}
      <div ref={end} className={styles.end} />
      <OnceOpen opening={<CommentFieldSpace />}>
        {tools ? (
          <tools.CommentComposer
            postId={post.id}
            refusedText={edited ? undefined : text}
            onSent={onSent}
            above={<NewCommentsPill count={unseen.length} onPress={() => unseen[0] && showComment(unseen[0])} />}
          />
        ) : (
          <CommentFieldSpace />
        )}
      </OnceOpen>
    </div>
  );
}

/** Returns a function that brings a comment into view as soon as it is on the page. */
function useShowComment(comments: Comments): (commentId: string) => void {
  const [wanted, setWanted] = useState<{ readonly id: string }>();
  const there = wanted !== undefined && comments.some((comment) => comment.id === wanted.id);
  useEffect(() => {
    const element = there && document.getElementById(commentElementId(wanted.id));
    return element ? keepInView(element, 'end') : undefined;
  }, [there, wanted]);
  return useCallback((id) => setWanted({ id }), []);
}
