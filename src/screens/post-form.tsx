// Writes a post, or changes one of one's own.
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { type Post, visibilitySchema } from '../../schemas/posts/post.ts';
import { useStore } from '../data/local-store.tsx';
import { useFriends } from '../features/friends/use-friends.ts';
import { PostForm } from '../features/posts/post-form.tsx';
import { PostMissing } from '../features/posts/post-missing.tsx';
import { usePost } from '../features/posts/use-post.ts';
import { createPost, editPost, newPostId, type PostText } from '../features/posts/write-post.ts';
import { usePeople } from '../features/profiles/use-people.ts';
import { useRefusedWrite } from '../features/refused/use-refused-write.ts';
import { messages } from '../text/messages.ts';
import { refusalText } from '../text/refusal-text.ts';
import { PostSkeleton } from '../ui/skeleton.tsx';
import { notify } from '../ui/toast.ts';

export default function PostFormScreen() {
  const { postId } = useParams();
  return postId ? <EditForm key={postId} postId={postId} /> : <CreateForm />;
}

const blank: PostText = { content: '', visibility_type: 'friends' };

/** What both forms need, and the text that the server refused if this is about one. */
function useFormContext() {
  const store = useStore();
  const personOf = usePeople();
  const friends = useFriends()?.length;
  const { refused, settle } = useRefusedWrite('posts');
  const own = { id: store.userId, ...personOf(store.userId) };
  const audience = visibilitySchema.safeParse(refused?.document.visibility_type);
  const refusedPost: PostText | undefined = refused && {
    content: String(refused.document.content ?? ''),
    visibility_type: audience.success ? audience.data : blank.visibility_type,
  };
  return {
    store,
    actor: { userId: store.userId },
    friends,
    own,
    refusedPost,
    // A refused text has a draft of its own: it must not take the place of another that is half written.
    draftKey: (key: string) => (refused ? `${key}-${refused.write_id}` : key),
    reason: refused && refusalText[refused.code],
    settle,
  };
}

function CreateForm() {
  const navigate = useNavigate();
  const { store, actor, friends, own, refusedPost, draftKey, reason, settle } = useFormContext();
  // Chosen once for this form: however often it is sent, it is one post.
  const [id] = useState(newPostId);
  const key = draftKey('post-new');
  return (
    <PostForm
      key={key}
      draftKey={key}
      initial={refusedPost ?? blank}
      refused={reason}
      own={own}
      friends={friends}
      text={{ submit: 'Create Post', busy: 'Creating...', failed: messages.POST_CREATE_FAILED }}
      onSubmit={(text) => createPost(store, actor, id, text)}
      onSaved={() => {
        settle();
        notify.success(messages.POST_CREATED);
        void navigate('/posts');
      }}
      onCancel={() => void navigate('/posts')}
    />
  );
}

function EditForm({ postId }: { readonly postId: string }) {
  const { userId } = useStore();
  const state = usePost(postId);
  if (state.phase === 'loading')
    return (
      <div aria-busy="true">
        <PostSkeleton />
      </div>
    );
  // Somebody else's post is no more for editing than one that is not there.
  if (state.phase !== 'held' || state.post.author_id !== userId) return <PostMissing />;
  return <EditHeld post={state.post} />;
}

function EditHeld({ post }: { readonly post: Post }) {
  const navigate = useNavigate();
  const { store, actor, friends, own, refusedPost, draftKey, reason, settle } = useFormContext();
  const standing: PostText = { content: post.content, visibility_type: post.visibility_type };
  const key = draftKey(`post-${post.id}`);
  return (
    <PostForm
      key={key}
      draftKey={key}
      initial={refusedPost ?? standing}
      standing={standing}
      refused={reason}
      own={own}
      friends={friends}
      text={{ submit: 'Update Post', busy: 'Updating...', failed: messages.POST_UPDATE_FAILED }}
      onSubmit={(text) => editPost(store, actor, post.id, text)}
      onSaved={() => {
        settle();
        notify.success(messages.POST_UPDATED);
        void navigate(`/posts/${post.id}`);
      }}
      onCancel={() => void navigate('/posts')}
    />
  );
}
