import { Send } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { contactSchema } from '../../../schemas/contact/contact.ts';
import { CONTACT_MESSAGE_MAX, CONTACT_SUBJECT_MAX } from '../../../schemas/contact/contact-limits.ts';
import { type Draft, useDraft } from '../../data/drafts/drafts.ts';
import { useNoConnection } from '../../data/store/use-no-connection.ts';
import { commonText } from '../../text/common.ts';
import { contactText } from '../../text/contact.ts';
import { Card } from '../../ui/card.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { DraftRestored } from '../../ui/forms/draft-restored.tsx';
import { Field, TextArea } from '../../ui/forms/field.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Note } from '../../ui/states/note.tsx';
import { OtherDrafts } from '../outbox/other-drafts.tsx';
import styles from './contact-form.module.css';
import { sendContact } from './send-contact.ts';

interface ContactDraft {
  readonly subject: string;
  readonly message: string;
  /** Identifies exactly this text, so that it is mailed once even if the answer to the first attempt was lost. */
  readonly id: string;
}

const nothing: ContactDraft = { subject: '', message: '', id: '' };
const tooLong = (text: string, most: number): string | undefined =>
  text.trim().length > most ? contactText.tooLong(most, text.trim().length) : undefined;

/**
 * A message to the operator of the server. It needs a connection and says so before anything starts. It is kept as a draft until it is
 * sent.
 */
export function ContactForm() {
  const draft = useDraft<ContactDraft>('contact');
  // An edit made before the store has answered would overwrite the stored draft.
  return draft.value === undefined ? <div aria-busy="true" /> : <Fields draft={draft} />;
}

function Fields({ draft }: { readonly draft: Draft<ContactDraft> }) {
  const offline = useNoConnection();
  const [phase, setPhase] = useState<'writing' | 'sending' | 'sent'>('writing');
  const [problem, setProblem] = useState<string>();
  const busy = useRef(false);
  const message = useRef<HTMLTextAreaElement>(null);
  const value = draft.value ?? nothing;
  const ready = contactSchema.safeParse(value).success && !offline;

  const edit = (change: Partial<ContactDraft>) => {
    setProblem(undefined);
    draft.save({ ...value, ...change, id: uuid() });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || busy.current) return;
    busy.current = true;
    setPhase('sending');
    setProblem(undefined);
    const answer = await sendContact(value, value.id);
    busy.current = false;
    if (answer.ok) {
      setPhase('sent');
      await draft.discard();
      return;
    }
    setPhase('writing');
    setProblem(answer.message || contactText.failed);
  };

  if (phase === 'sent') return <Sent onAgain={() => setPhase('writing')} />;
  return (
    <form className="stack gap-4" onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.words}>{contactText.help}</p>
      {offline && <Note kind="warning">{contactText.offline}</Note>}
      {problem && <Note kind="danger">{problem}</Note>}
      <Card stack className={styles.card}>
        <Field
          label={contactText.subject}
          name="subject"
          autoComplete="off"
          dir="auto"
          required
          readOnly={phase === 'sending'}
          value={value.subject}
          error={tooLong(value.subject, CONTACT_SUBJECT_MAX)}
          onChange={(event) => edit({ subject: event.target.value })}
        />
        <TextArea
          ref={message}
          label={contactText.message}
          name="message"
          rows={6}
          dir="auto"
          required
          readOnly={phase === 'sending'}
          value={value.message}
          error={tooLong(value.message, CONTACT_MESSAGE_MAX)}
          onChange={(event) => edit({ message: event.target.value })}
        />
        <OtherDrafts others={draft.others} onActed={() => message.current?.focus()} />
        {draft.restored && phase === 'writing' && <DraftRestored onDiscard={() => void draft.discard()} />}
        <Button type="submit" variant="primary" icon={<Send />} busy={phase === 'sending'} disabled={!ready && phase === 'writing'}>
          {phase === 'sending' ? commonText.sending : contactText.send}
        </Button>
      </Card>
    </form>
  );
}

/** This panel replaces the form that had the focus. */
function Sent({ onAgain }: { readonly onAgain: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div ref={panel} role="status" tabIndex={-1}>
      <EmptyState
        art="mail"
        title={contactText.sent}
        text={contactText.sentHelp}
        action={<Button onClick={onAgain}>{contactText.another}</Button>}
      />
    </div>
  );
}
