import { useLocation, useNavigate } from 'react-router-dom';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import type { Refused } from '../../../workers/device/outbox.ts';
import { discardRefused, useRefused } from '../../data/outbox.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { commonText } from '../../text/common.ts';
import { outboxText, refusedTitle } from '../../text/outbox.ts';
import { reportText } from '../../text/reports.ts';
import { Button, ButtonLink } from '../../ui/forms/button.tsx';
import { copyText } from '../../ui/overlays/copy-text.ts';
import styles from '../../ui/states/kept-text.module.css';
import { Note } from '../../ui/states/note.tsx';
import { useOutboxLink } from './outbox-link.ts';
import { isAnswer, isReport, refusedText } from './refused-target.ts';
import { hasNoText } from './refused-toasts.tsx';
import { useRefusedTarget } from './use-refused-target.ts';

function titleOf(refused: Refused): string {
  if (refused.collection === 'invitations' && refused.document._deleted) return outboxText.cancelRefused;
  if (isAnswer(refused)) return outboxText.answerRefused;
  return isReport(refused) ? reportText.refused : refusedTitle[refused.collection];
}

/** The refused writes, each once with its text: to edit and send again, or to discard. */
export function RefusedNotes() {
  const refused = useRefused();
  const { pathname, search } = useLocation();
  const inOpenChat = (entry: Refused) => entry.collection === 'group_messages' && pathname === `/groups/${entry.document.group_id}`;
  const mending = new URLSearchParams(search).get('refused');
  // The form that is open for a refused write shows its own error, and a chat shows a refused message in place. Writes without text are
  // handled by RefusedToasts.
  const waiting = refused.filter((entry) => entry.write_id !== mending && !hasNoText(entry) && !inOpenChat(entry));
  if (waiting.length === 0) return null;
  return (
    <>
      {waiting.map((entry) => (
        <RefusedNote key={entry.write_id} refused={entry} />
      ))}
    </>
  );
}

function RefusedNote({ refused }: { readonly refused: Refused }) {
  const store = useStore();
  const navigate = useNavigate();
  const text = refusedText(refused);
  const target = useRefusedTarget(refused);
  return (
    <Note kind="danger">
      <p className={styles.title}>{titleOf(refused)}</p>
      <p>{refusalWording[refused.code]}</p>
      {text !== undefined && (
        <p className={styles.text} data-clamped={target !== null || undefined}>
          {text}
        </p>
      )}
      <div className={`wrap gap-2 ${styles.actions}`}>
        {target && (
          <Button size="small" onClick={() => void navigate(target)}>
            {commonText.edit}
          </Button>
        )}
        {target === null && text !== undefined && (
          <Button size="small" onClick={() => copyText(text)}>
            {commonText.copyText}
          </Button>
        )}
        <Button size="small" onClick={() => void discardRefused(store, refused.write_id)}>
          {commonText.discard}
        </Button>
        <ButtonLink size="small" variant="quiet" {...useOutboxLink()}>
          {outboxText.seeOutbox}
        </ButtonLink>
      </div>
    </Note>
  );
}
