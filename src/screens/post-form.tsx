// Writes a post, or changes one of the member's own.
import { useNavigate, useParams } from 'react-router-dom';
import { audienceFor } from '../../schemas/posts/audience.ts';
import { blankPost, type PostText, post } from '../../schemas/posts/post.ts';
import type { LocalRow } from '../../workers/device/local-row.ts';
import { useOffline } from '../data/store/connection.ts';
import { useStore } from '../data/store/local-store.tsx';
import { useRefusedWrite } from '../features/outbox/use-refused-write.ts';
import { usePeople } from '../features/people/use-people.ts';
import { PostForm } from '../features/posts/post-form.tsx';
import { PostMissing } from '../features/posts/post-missing.tsx';
import { usePost } from '../features/posts/use-post.ts';
import { NEW_POST } from '../features/posts/use-post-draft.ts';
import { createPost, editPost } from '../features/posts/write-post.ts';
import { postRefusal, postText } from '../text/posts.ts';
import { notify } from '../ui/overlays/toast.ts';
import { PostSkeleton } from '../ui/states/skeleton.tsx';

export default function PostFormScreen() {
  const { postId } = useParams();
  return postId ? <EditForm key={postId} postId={postId} /> : <CreateForm />;
}

/** The refused post as it was written. If its audience cannot be read, it gets the narrowest one, never a wider one. */
const refusedText = (document: Readonly<Record<string, unknown>>): PostText =>
  post.readText(document, { ...blankPost, content: String(document.content ?? ''), ...audienceFor('private') });

/** What both forms need, and the refused text if the server refused this one. */
function useFormContext() {
  const store = useStore();
  const personOf = usePeople();
  const { refused, settle } = useRefusedWrite('posts');
  const offline = useOffline();
  return {
    /** The next page shows what was done; without a network it is done later. */
    say: (done: string) => notify.said(offline ? postText.waits : done),
    personOf,
    own: { id: store.userId, ...personOf(store.userId) },
    refusedPost: refused && refusedText(refused.document),
    // A refused text has its own draft: it must not replace another that is half written.
    draftKey: (key: string) => (refused ? `${key}-${refused.write_id}` : key),
    reason: refused && postRefusal(refused.code),
    settle,
  };
}

function CreateForm() {
  const navigate = useNavigate();
  const { say, refusedPost, draftKey, reason, settle, ...form } = useFormContext();
  const key = draftKey(NEW_POST);
  return (
    <PostForm
      {...form}
      key={key}
      draftKey={key}
      initial={refusedPost ?? blankPost}
      refused={reason}
      text={{ submit: postText.create, busy: postText.creating, failed: postText.createFailed }}
      onSubmit={(store, text, id) => createPost(store, id, text)}
      onSaved={async () => {
        await settle();
        say(postText.created);
        void navigate('/posts');
      }}
    />
  );
}

function EditForm({ postId }: { readonly postId: string }) {
  const { userId } = useStore();
  const { refused } = useRefusedWrite('posts');
  const state = usePost(postId);
  if (state.phase === 'loading')
    return (
      <div aria-busy="true">
        <PostSkeleton />
      </div>
    );
  if (state.phase === 'held' && state.post.author_id === userId) return <EditExisting row={state.post} />;
  // A refused post disappears a moment after its refusal arrives: its text is written anew. Another member's post cannot be edited, and is
  // shown like a missing one.
  return refused ? <CreateForm /> : <PostMissing />;
}

function EditExisting({ row }: { readonly row: LocalRow<'posts'> }) {
  const navigate = useNavigate();
  const { say, refusedPost, draftKey, reason, settle, ...form } = useFormContext();
  const standing = post.textOf(row);
  const key = draftKey(`post-${row.id}`);
  return (
    <PostForm
      {...form}
      key={key}
      draftKey={key}
      initial={refusedPost ?? standing}
      basis={row.write_id}
      standing={standing}
      refused={reason}
      text={{ submit: postText.update, busy: postText.updating, failed: postText.updateFailed }}
      onSubmit={(store, text) => editPost(store, row.id, text)}
      onSaved={async () => {
        await settle();
        say(postText.updated);
        void navigate(`/posts/${row.id}`);
      }}
    />
  );
}
