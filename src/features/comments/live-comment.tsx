import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { checkDeleteComment, checkEditComment } from '../../../schemas/comments/comment-rules.ts';
import { useStore } from '../../data/local-store.tsx';
import { commentText } from '../../text/comments.ts';
import { commonText } from '../../text/common.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { notify } from '../../ui/toast.ts';
import { PendingLine, usePendingMark } from '../outbox/pending-line.tsx';
import { useWrite } from '../outbox/use-write.ts';
import { PersonName } from '../people/person-button.tsx';
import type { ShownPerson } from '../people/shown-person.ts';
import { ReactionChips } from '../reactions/reaction-chips.tsx';
import { ReactionPicker } from '../reactions/reaction-picker.tsx';
import { useReactions } from '../reactions/use-reactions.ts';
import { useToggleReaction } from '../reactions/use-toggle-reaction.ts';
import { usePersonMenu } from '../reports/use-person-menu.tsx';
import { CommentHead, CommentText } from './comment-body.tsx';
import { CommentEdit } from './comment-edit.tsx';
import styles from './comment-row.module.css';
import type { CommentRowProps } from './comment-row.tsx';
import { deleteComment, editComment } from './write-comment.ts';

interface StandingProps extends CommentRowProps {
  readonly author: ShownPerson;
  /** near the screen: only then are its reactions queried */
  readonly near: boolean;
  readonly editing: boolean;
  readonly onEdit: (editing: boolean) => void;
}

/** A comment with its reactions, and the actions that its author and the author of the post may take. */
export function LiveComment(props: StandingProps) {
  const { comment, postAuthorId, personOf, refusedText, onChanged, author, near, editing, onEdit } = props;
  const store = useStore();
  const write = useWrite();
  const [asking, setAsking] = useState(false);
  const groups = useReactions(comment.id, personOf, near);
  const { toggle } = useToggleReaction('comment', comment.id);
  const pending = usePendingMark(comment);

  const facts = { visible: true, author_id: comment.author_id, post_author_id: postAuthorId, is_deleted: false };
  const items: MenuItem[] = [];
  if (checkEditComment(store, facts).allowed) items.push({ label: commonText.edit, icon: <Pencil />, onSelect: () => onEdit(true) });
  if (checkDeleteComment(store, facts).allowed)
    items.push({ label: commonText.delete, icon: <Trash2 />, danger: true, onSelect: () => setAsking(true) });

  const about = usePersonMenu({ person: author, thing: { type: 'comment', id: comment.id } });
  items.push(...about.items);

  const save = async (text: string): Promise<boolean> => {
    if (!(await write(() => editComment(store, comment.id, text), commentText.updateFailed))) return false;
    onChanged?.();
    notify.said(commentText.updated);
    return true;
  };
  const erase = async () => {
    setAsking(false);
    await write(() => deleteComment(store, comment.id), commentText.deleteFailed);
  };

  return (
    <div className={styles.body}>
      <CommentHead comment={comment} name={<PersonName person={author} className={styles.name} />}>
        {!editing && (
          <span className={styles.tools}>
            <ReactionPicker
              label={commentText.reactTo(author.name)}
              chosen={new Set(groups.filter((group) => group.mine).map((group) => group.emoji))}
              onPick={toggle}
              who={groups}
            />
            {items.length > 0 && <Menu items={items} />}
          </span>
        )}
      </CommentHead>
      {editing ? (
        <CommentEdit comment={comment} refusedText={refusedText} onSave={save} onClose={() => onEdit(false)} />
      ) : (
        <CommentText comment={comment} dimmed={pending}>
          <LinkedText text={comment.content} />
        </CommentText>
      )}
      {pending && <PendingLine short changed={comment.scope !== 0} />}
      {about.dialog}
      <ReactionChips groups={groups} onToggle={toggle} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={commentText.askToDelete}
        text={commentText.askToDeleteText}
        confirmLabel={commonText.delete}
        danger
        onConfirm={() => void erase()}
      />
    </div>
  );
}
