import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import type { Refused } from '../../../workers/device/outbox.ts';
import { useStore } from '../../data/local-store.tsx';
import { discardRefused, useRefused } from '../../data/outbox.ts';
import { commonText } from '../../text/common.ts';
import { outboxText, refusedTitle } from '../../text/outbox.ts';
import { reportText } from '../../text/reports.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { notify } from '../../ui/toast.ts';
import { useOutboxLink } from './outbox-link.ts';
import styles from './refused-notes.module.css';
import { isAnswer, isReport, refusedTarget, refusedText } from './refused-target.ts';
import { hasNoText } from './refused-toasts.tsx';

const titleOf = (refused: Refused): string =>
  isAnswer(refused) ? outboxText.answerRefused : isReport(refused) ? reportText.refused : refusedTitle[refused.collection];

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
  // The page to rewrite it; null if its subject no longer exists and only the text can be saved.
  const [target, setTarget] = useState<string | null>();
  useEffect(() => {
    let wanted = true;
    refusedTarget(store, refused).then(
      (found) => wanted && setTarget(found ?? null),
      () => wanted && setTarget(null),
    );
    return () => {
      wanted = false;
    };
  }, [store, refused]);

  const copy = () => {
    navigator.clipboard.writeText(text ?? '').then(
      () => notify.success(commonText.copied),
      () => notify.error(commonText.copyFailed),
    );
  };
  return (
    <Note kind="danger">
      <p className={styles.title}>{titleOf(refused)}</p>
      <p>{refusalWording[refused.code]}</p>
      {text !== undefined && (
        <p className={styles.text} data-clamped={target !== null || undefined}>
          {text}
        </p>
      )}
      <div className={styles.actions}>
        {target && (
          <Button size="small" onClick={() => void navigate(target)}>
            {commonText.edit}
          </Button>
        )}
        {target === null && text !== undefined && (
          <Button size="small" onClick={copy}>
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
