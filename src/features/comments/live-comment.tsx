import { OnceOpen } from '../../data/store/local-store.tsx';
import { commentText } from '../../text/comments.ts';
import { WrittenText } from '../../ui/written-text.tsx';
import { PendingLine, usePendingMark } from '../outbox/pending-line.tsx';
import { PersonName } from '../people/person-button.tsx';
import { ReactionChips } from '../reactions/reaction-chips.tsx';
import { ReactionPicker } from '../reactions/reaction-picker.tsx';
import { useReactions } from '../reactions/use-reactions.ts';
import { useToggleReaction } from '../reactions/use-toggle-reaction.ts';
import { CommentHead, CommentText } from './comment-body.tsx';
import styles from './comment-row.module.css';
import type { CommentRowProps, CommentToolProps } from './comment-row.tsx';

interface LiveCommentProps extends CommentRowProps, CommentToolProps {
  /** near the screen: only then are its reactions queried */
  readonly near: boolean;
  readonly editing: boolean;
}

/** A comment with its reactions, and the actions that its author and the author of the post may take. */
export function LiveComment({ personOf, near, editing, tools, ...props }: LiveCommentProps) {
  const { comment, author } = props;
  const groups = useReactions(comment.id, personOf, near);
  const { toggle } = useToggleReaction('comment', comment.id);
  const pending = usePendingMark(comment);
  const text = (
    <CommentText comment={comment} dimmed={pending}>
      <WrittenText text={comment.content} />
    </CommentText>
  );
  return (
    <div className="rest">
      <CommentHead comment={comment} name={<PersonName person={author} className={styles.name} />}>
        {!editing && (
          <span className={styles.tools} data-without-menu={tools ? undefined : ''}>
            <ReactionPicker
              label={commentText.reactTo(author.name)}
              chosen={new Set(groups.filter((group) => group.mine).map((group) => group.emoji))}
              onPick={toggle}
              who={groups}
            />
            {tools && <tools.CommentMenu {...props} />}
          </span>
        )}
      </CommentHead>
      {editing && tools ? (
        <OnceOpen opening={text}>
          <tools.CommentEditor {...props} />
        </OnceOpen>
      ) : (
        text
      )}
      {pending && <PendingLine short changed={comment.scope !== 0} />}
      <ReactionChips groups={groups} onToggle={toggle} />
    </div>
  );
}
