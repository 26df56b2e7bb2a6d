import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { commonText } from '../../text/common.ts';
import { postText } from '../../text/posts.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { useWrite } from '../outbox/use-write.ts';
import { deletePost } from './write-post.ts';

/** Edit and Delete, for the author of a post. */
export function PostActions({
  postId,
  comments,
  onDelete,
}: {
  readonly postId: string;
  readonly comments: number;
  /** called just before the post is deleted, and this screen with it */
  readonly onDelete: () => void;
}) {
  const write = useWrite();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);

  const erase = async () => {
    setAsking(false);
    onDelete();
    void navigate('/posts', { replace: true });
    await write((store) => deletePost(store, postId), postText.deleteFailed);
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
