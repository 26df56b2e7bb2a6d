import { draftText } from '../../data/draft-text.ts';
import { useDraft } from '../../data/drafts.ts';
import { commentText } from '../../text/comments.ts';
import { commonText } from '../../text/common.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { notify } from '../../ui/toast.ts';
import styles from './rescued-draft.module.css';

/** A draft whose comment or post was deleted while the member was writing: to copy or to discard. Shows nothing if there is no draft. */
export function RescuedDraft({ draftKey }: { readonly draftKey: string }) {
  const { value, discard, others } = useDraft<string>(draftKey);
  return (
    <>
      {draftText(value) && <Rescued text={draftText(value)} onDiscard={discard} />}
      {others.drafts.map((other) => (
        <Rescued key={other.document} text={draftText(other.value)} onDiscard={() => others.discard(other)} />
      ))}
    </>
  );
}

function Rescued({ text, onDiscard }: { readonly text: string; readonly onDiscard: () => Promise<void> }) {
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => notify.success(commonText.copied),
      () => notify.error(commonText.copyFailed),
    );
  };
  return (
    <Note>
      <p className={styles.title}>{commentText.draftRescued}</p>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <div className={styles.actions}>
        <Button size="small" onClick={copy}>
          {commonText.copyText}
        </Button>
        <Button size="small" onClick={() => void onDiscard()}>
          {commonText.discard}
        </Button>
      </div>
    </Note>
  );
}
