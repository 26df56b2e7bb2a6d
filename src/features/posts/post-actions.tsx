import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import { useStore } from '../../data/local-store.tsx';
import { commonText } from '../../text/common.ts';
import { postText } from '../../text/posts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { notify } from '../../ui/toast.ts';
import { deletePost } from './write-post.ts';

/** Edit and Delete, for the author of a post. */
export function PostActions({
  postId,
  comments,
  onDelete,
}: {
  readonly postId: string;
  readonly comments: number;
  /** the post is about to go, and this screen with it */
  readonly onDelete: () => void;
}) {
  const store = useStore();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);

  const erase = async () => {
    setAsking(false);
    onDelete();
    try {
      const verdict = await deletePost(store, postId);
      if (!verdict.allowed) notify.error(refusalWording[verdict.code]);
    } catch {
      notify.error(postText.deleteFailed);
      return;
    }
    void navigate('/posts', { replace: true });
  };

  return (
    <>
      <Menu
        items={[
          { label: commonText.edit, icon: <Pencil />, onSelect: () => void navigate(`/posts/${postId}/edit`) },
          { label: commonText.delete, icon: <Trash2 />, danger: true, onSelect: () => setAsking(true) },
        ]}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={postText.askToDelete}
        text={postText.askToDeleteText(comments)}
        confirmLabel={commonText.delete}
        danger
        onConfirm={() => void erase()}
      />
    </>
  );
}
