import { useDiscardDraft } from '../../data/draft-list.ts';
import { keyOf, type StoredDraft } from '../../data/draft-rules.ts';
import { draftText } from '../../data/draft-text.ts';
import { useLiveDocument } from '../../data/local-store.tsx';
import { draftTitle, outboxText, titleApart, withPlace } from '../../text/outbox-text.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { DiscardButton } from './discard-button.tsx';
import { type DraftPlace, draftPlace } from './draft-place.ts';
import { shortened } from './item-title.ts';
import styles from './outbox-sheet.module.css';

function useDraftTitle({ kind, post, group }: DraftPlace): string {
  const ofPost = useLiveDocument('posts', post).row;
  const ofGroup = useLiveDocument('groups', group).row;
  const words = draftTitle(kind);
  if (ofPost && kind === 'comment') return withPlace(words, 'on', shortened(ofPost.content));
  return ofGroup ? withPlace(words, kind === 'message' ? 'in' : 'to', ofGroup.name) : words;
}

/** A text that was begun: where it belongs, and the way back to it. */
export function DraftEntry({ draft }: { readonly draft: StoredDraft }) {
  const discard = useDiscardDraft();
  const key = keyOf(draft.document);
  const kept = draftPlace(key);
  const comment = useLiveDocument('comments', kept.comment).row;
  const place = comment ? { ...kept, post: comment.post_id, to: `/posts/${comment.post_id}` } : kept;
  const titleOfPlace = useDraftTitle(place);
  const title = key === draft.document ? titleOfPlace : titleApart(titleOfPlace);
  return (
    <li className={classes(styles.item, styles.draft)}>
      <p className={styles.title}>{title}</p>
      <p className={styles.text} dir="auto">
        {draftText(draft.value)}
      </p>
      <div className={styles.actions}>
        {place.to && (
          <ButtonLink size="small" to={place.to} aria-label={`Open: ${title}`}>
            Open
          </ButtonLink>
        )}
        <DiscardButton of={title} text={outboxText.discardDraft} onDiscard={() => discard(draft)} />
      </div>
    </li>
  );
}
