import { Pencil, Trash2 } from 'lucide-react';
import { memo, useId, useRef, useState } from 'react';
import { checkDeleteComment, checkEditComment } from '../../../schemas/comments/comment-rules.ts';
import type { LocalRow } from '../../../schemas/local/local-row.ts';
import { useStore } from '../../data/local-store.tsx';
import { messages } from '../../text/messages.ts';
import { refusalText } from '../../text/refusal-text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { notify } from '../../ui/toast.ts';
import { LinkedText } from '../posts/linked-text.tsx';
import { PendingLine, usePendingMark } from '../posts/pending-line.tsx';
import { useNearViewport } from '../posts/use-near-viewport.ts';
import { PersonAvatar, PersonName } from '../profiles/person-button.tsx';
import type { ShownPerson } from '../profiles/shown-person.ts';
import type { PersonOf } from '../profiles/use-people.ts';
import { ReactionChips } from '../reactions/reaction-chips.tsx';
import { ReactionPicker } from '../reactions/reaction-picker.tsx';
import { useReactions } from '../reactions/use-reactions.ts';
import { useToggleReaction } from '../reactions/use-toggle-reaction.ts';
import { CommentEdit } from './comment-edit.tsx';
import styles from './comment-row.module.css';
import { deleteComment, editComment } from './write-comment.ts';

interface CommentRowProps {
  readonly comment: LocalRow<'comments'>;
  readonly postAuthorId: string;
  readonly personOf: PersonOf;
  /** the text of a change that the server refused, to write anew */
  readonly refusedText?: string | undefined;
  readonly onChanged?: (() => void) | undefined;
}

/** One comment, or where one was. */
export const CommentRow = memo(function CommentRow(props: CommentRowProps) {
  const { comment, postAuthorId, personOf } = props;
  const author = personOf(comment.author_id, { name: comment.author_name, imageUrl: comment.author_profile_image_url });
  const person = { userId: comment.author_id, ...author, postAuthorId };
  return (
    <li className={styles.comment} id={`comment-${comment.id}`}>
      {comment.is_deleted ? (
        <Avatar userId={comment.author_id} name={author.name} imageUrl={author.imageUrl} size={32} />
      ) : (
        <PersonAvatar person={person} size={32} />
      )}
      {comment.is_deleted ? <p className={styles.deleted}>{messages.COMMENT_DELETED}</p> : <Standing {...props} author={person} />}
    </li>
  );
});

function Standing({ comment, postAuthorId, personOf, refusedText, onChanged, author }: CommentRowProps & { readonly author: ShownPerson }) {
  const store = useStore();
  const actor = { userId: store.userId };
  const body = useRef<HTMLDivElement>(null);
  const nameId = useId();
  const near = useNearViewport(body);
  const [editing, setEditing] = useState(refusedText !== undefined);
  const [asking, setAsking] = useState(false);
  const groups = useReactions(comment.id, personOf, near);
  const { toggle } = useToggleReaction('comment', comment.id);
  const pending = usePendingMark(comment);

  const facts = { visible: true, author_id: comment.author_id, post_author_id: postAuthorId, is_deleted: false };
  const items: MenuItem[] = [];
  if (checkEditComment(actor, facts).allowed) items.push({ label: 'Edit', icon: <Pencil />, onSelect: () => setEditing(true) });
  if (checkDeleteComment(actor, facts).allowed)
    items.push({ label: 'Delete', icon: <Trash2 />, danger: true, onSelect: () => setAsking(true) });

  const save = async (text: string) => {
    try {
      const verdict = await editComment(store, actor, comment.id, text);
      if (!verdict.allowed) return notify.error(refusalText[verdict.code]);
      setEditing(false);
      onChanged?.();
      notify.success(messages.COMMENT_UPDATED);
    } catch {
      notify.error(messages.COMMENT_UPDATE_FAILED);
    }
  };
  const erase = async () => {
    setAsking(false);
    try {
      const verdict = await deleteComment(store, actor, comment.id);
      if (!verdict.allowed) notify.error(refusalText[verdict.code]);
    } catch {
      notify.error(messages.COMMENT_DELETE_FAILED);
    }
  };

  return (
    <div ref={body} className={styles.body}>
      <div className={styles.head}>
        <PersonName person={author} id={nameId} className={styles.name} />
        <RelativeTime iso={comment.created_at} className={styles.time} />
        {!editing && (
          <span className={styles.tools}>
            <ReactionPicker
              label={`React to ${author.name}`}
              chosen={new Set(groups.filter((group) => group.mine).map((group) => group.emoji))}
              onPick={toggle}
              who={groups}
            />
            {items.length > 0 && <Menu items={items} />}
          </span>
        )}
      </div>
      {editing ? (
        <CommentEdit
          initial={refusedText ?? comment.content}
          content={comment.content}
          onSave={(text) => void save(text)}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <p className={styles.text} dir="auto" data-dimmed={pending || undefined}>
          <LinkedText text={comment.content} />
          {comment.edited_at && <span className={styles.edited}> (edited)</span>}
        </p>
      )}
      {pending && <PendingLine short changed={comment.scope !== 0} />}
      <ReactionChips groups={groups} onToggle={toggle} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete this comment?"
        text="Others will see that a comment was deleted here. This cannot be undone."
        confirmLabel="Delete"
        danger
        onConfirm={() => void erase()}
      />
    </div>
  );
}
