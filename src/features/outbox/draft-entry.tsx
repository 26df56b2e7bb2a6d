import { useDiscardDraft } from '../../data/drafts/draft-list.ts';
import type { StoredDraft } from '../../data/store/draft-store.ts';
import { useLiveDocument } from '../../data/store/local-store.tsx';
import { outboxText } from '../../text/outbox.ts';
import { classes } from '../../ui/classes.ts';
import { ButtonLink } from '../../ui/forms/button.tsx';
import { DiscardButton } from './discard-button.tsx';
import { draftLine } from './draft-line.ts';
import { type DraftTarget, draftTarget } from './draft-target.ts';
import { draftTitleAt } from './item-title.ts';
import styles from './outbox-sheet.module.css';

function useDraftTitle(target: DraftTarget, another: boolean): string {
  const post = useLiveDocument('posts', target.post).row;
  const group = useLiveDocument('groups', target.group).row;
  return draftTitleAt(target, { post, group }, another);
}

/** A draft: its subject, and the link to continue it. `another`: its form has a newer draft, which it shows. */
export function DraftEntry({ draft, another }: { readonly draft: StoredDraft; readonly another: boolean }) {
  const discard = useDiscardDraft();
  const kept = draftTarget(draft.key);
  const comment = useLiveDocument('comments', kept.comment).row;
  const target = comment ? { ...kept, post: comment.post_id, to: `/posts/${comment.post_id}` } : kept;
  const title = useDraftTitle(target, another);
  return (
    <li className={classes('stack gap-1', styles.item, styles.draft)}>
      <p className={styles.title}>{title}</p>
      <p className={styles.text} dir="auto">
        {draftLine(draft.value)}
      </p>
      <div className={`wrap gap-2 ${styles.actions}`}>
        {target.to && (
          <ButtonLink size="small" to={target.to} aria-label={outboxText.openWhat(title)}>
            {outboxText.open}
          </ButtonLink>
        )}
        <DiscardButton itemTitle={title} text={outboxText.discardDraft} onDiscard={() => discard(draft)} />
      </div>
    </li>
  );
}
