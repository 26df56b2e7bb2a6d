import { useDraft } from '../../data/drafts/drafts.ts';
import { draftText } from '../../data/store/draft-text.ts';
import { commentText } from '../../text/comments.ts';
import { commonText } from '../../text/common.ts';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/forms/button.tsx';
import { copyText } from '../../ui/overlays/copy-text.ts';
import kept from '../../ui/states/kept-text.module.css';
import { Note } from '../../ui/states/note.tsx';
import styles from './rescued-draft.module.css';

/** A draft whose comment or post was deleted while the member was writing: to copy or to discard. Shows nothing if there is no draft. */
export function RescuedDraft({ draftKey }: { readonly draftKey: string }) {
  const { value, discard, others } = useDraft<string>(draftKey);
  return (
    <>
      {draftText(value) && <Rescued text={draftText(value)} onDiscard={discard} />}
      {others.drafts.map((other) => (
        <Rescued key={other.id} text={draftText(other.value)} onDiscard={() => others.discard(other)} />
      ))}
    </>
  );
}

function Rescued({ text, onDiscard }: { readonly text: string; readonly onDiscard: () => Promise<void> }) {
  return (
    <Note>
      <p className={kept.title}>{commentText.draftRescued}</p>
      <p className={classes(kept.text, styles.text)} dir="auto">
        {text}
      </p>
      <div className={`wrap gap-2 ${kept.actions}`}>
        <Button size="small" onClick={() => copyText(text)}>
          {commonText.copyText}
        </Button>
        <Button size="small" onClick={() => void onDiscard()}>
          {commonText.discard}
        </Button>
      </div>
    </Note>
  );
}
