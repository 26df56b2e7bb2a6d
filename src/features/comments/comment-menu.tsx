import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { checkDeleteComment, checkEditComment } from '../../../schemas/comments/comment-rules.ts';
import { useOwnId } from '../../data/store/local-store.tsx';
import { commentText } from '../../text/comments.ts';
import { commonText } from '../../text/common.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx';
import { useWrite } from '../outbox/use-write.ts';
import { usePersonMenu } from '../reports/use-person-menu.tsx';
import type { CommentToolProps } from './comment-row.tsx';
import { deleteComment } from './write-comment.ts';

/** The actions that the author of a comment, the author of its post and others may take. */
export function CommentMenu({ comment, postAuthorId, author, onEdit }: CommentToolProps) {
  const actor = { userId: useOwnId() };
  const write = useWrite();
  const [asking, setAsking] = useState(false);
  const facts = { visible: true, author_id: comment.author_id, post_author_id: postAuthorId, is_deleted: false };
  const items: MenuItem[] = [];
  if (checkEditComment(actor, facts).allowed) items.push({ label: commonText.edit, icon: <Pencil />, onSelect: () => onEdit(true) });
  if (checkDeleteComment(actor, facts).allowed)
    items.push({ label: commonText.delete, icon: <Trash2 />, danger: true, onSelect: () => setAsking(true) });
  const about = usePersonMenu({ person: author, thing: { type: 'comment', id: comment.id } });
  items.push(...about.items);
  const erase = async () => {
    setAsking(false);
    await write((store) => deleteComment(store, comment.id), commentText.deleteFailed);
  };
  return (
    <>
      {items.length > 0 && <Menu items={items} />}
      {about.dialog}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={commentText.askToDelete}
        text={commentText.askToDeleteText}
        confirmLabel={commonText.delete}
        danger
        onConfirm={() => void erase()}
      />
    </>
  );
}
