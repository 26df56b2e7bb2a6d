import { useDiscardDraft } from '../../data/draft-list.ts';
import { keyOf, type StoredDraft } from '../../data/draft-rules.ts';
import { draftText } from '../../data/draft-text.ts';
import { useLiveDocument } from '../../data/local-store.tsx';
import { outboxText } from '../../text/outbox.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { DiscardButton } from './discard-button.tsx';
import { type DraftPlace, draftPlace } from './draft-place.ts';
import { draftTitleAt } from './item-title.ts';
import styles from './outbox-sheet.module.css';

function useDraftTitle(document: string, place: DraftPlace): string {
  const post = useLiveDocument('posts', place.post).row;
  const group = useLiveDocument('groups', place.group).row;
  return draftTitleAt(document, place, { post, group });
}

/** A draft: its subject, and the link to continue it. */
export function DraftEntry({ draft }: { readonly draft: StoredDraft }) {
  const discard = useDiscardDraft();
  const kept = draftPlace(keyOf(draft.document));
  const comment = useLiveDocument('comments', kept.comment).row;
  const place = comment ? { ...kept, post: comment.post_id, to: `/posts/${comment.post_id}` } : kept;
  const title = useDraftTitle(draft.document, place);
  return (
    <li className={classes(styles.item, styles.draft)}>
      <p className={styles.title}>{title}</p>
      <p className={styles.text} dir="auto">
        {draftText(draft.value)}
      </p>
      <div className={styles.actions}>
        {place.to && (
          <ButtonLink size="small" to={place.to} aria-label={outboxText.openWhat(title)}>
            {outboxText.open}
          </ButtonLink>
        )}
        <DiscardButton itemTitle={title} text={outboxText.discardDraft} onDiscard={() => discard(draft)} />
      </div>
    </li>
  );
}
