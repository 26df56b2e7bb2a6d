import { useDraft } from '../../data/drafts.ts';
import { messages } from '../../text/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { notify } from '../../ui/toast.ts';
import styles from './rescued-draft.module.css';

/** What somebody was still writing when the place for it went: to copy, or to let go. Nothing where nothing was written. */
export function RescuedDraft({ draftKey }: { readonly draftKey: string }) {
  const draft = useDraft<string>(draftKey);
  const text = draft.value?.trim();
  if (!text) return null;
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => notify.success(messages.COPIED),
      () => notify.error(messages.COPY_FAILED),
    );
  };
  return (
    <Note>
      <p className={styles.title}>{messages.DRAFT_RESCUED}</p>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <div className={styles.actions}>
        <Button size="small" onClick={copy}>
          Copy text
        </Button>
        <Button size="small" onClick={() => void draft.discard()}>
          Discard
        </Button>
      </div>
    </Note>
  );
}
