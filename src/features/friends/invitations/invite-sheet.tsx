import { Link, Mail } from 'lucide-react';
import { lazy, Suspense, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { EMAIL_MAX } from '../../../../schemas/account/account-limits.ts';
import type { RefusalCode } from '../../../../schemas/base/refusal.ts';
import { isBlank } from '../../../../schemas/base/text.ts';
import { useDraft } from '../../../data/drafts/drafts.ts';
import { discardRefused } from '../../../data/outbox.ts';
import { type LocalStore, useStore } from '../../../data/store/local-store.tsx';
import { writeAnswer } from '../../../data/store/write-outcome.ts';
import { friendText, inviteFormRefusal } from '../../../text/friends.ts';
import { linkText } from '../../../text/invitations.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Segmented } from '../../../ui/forms/segmented.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { OtherDrafts } from '../../outbox/other-drafts.tsx';
import { useWrite } from '../../outbox/use-write.ts';
import { FullCircleNote } from '../full-circle-note.tsx';
import { inviteEmailError } from './invite-email.ts';
import styles from './invite-sheet.module.css';
import { inviteByEmail, newInvitationId } from './write-invitation.ts';

const CLOSE_AFTER_MS = 1500;

/**
 * `sending`: it is being stored here. `stored`: the server has not answered yet. `sent`: the server has accepted it. `waits`: there is no
 * connection.
 */
type State = 'writing' | 'sending' | 'stored' | 'sent' | 'waits';
const isOver = (state: State): boolean => state === 'sent' || state === 'waits';

const loadLink = async () => ({ default: (await import('./links/invite-link.tsx')).InviteLink });
const InviteLink = lazy(loadLink);

/** Invites a person by e-mail, with or without a connection, or by a link, which needs one. */
export function InviteSheet({
  open,
  onOpenChange,
  refused,
  onSent,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** a refused invitation, with the reason */
  readonly refused?: { readonly email: string; readonly reason: string } | undefined;
  readonly onSent?: (() => void) | undefined;
}) {
  const formId = useId();
  const [state, setState] = useState<State>('writing');
  const [blank, setBlank] = useState(true);
  const [way, setWay] = useState<'mail' | 'link'>('mail');
  // Loaded early so that it opens without a network too, if only to say that it needs one.
  useEffect(() => void (open && loadLink().catch(() => undefined)), [open]);
  // A refused invitation was sent by mail.
  useEffect(() => {
    if (refused) setWay('mail');
  }, [refused]);
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={friendText.inviteTitle}
      text={way === 'mail' ? friendText.inviteHelp : linkText.sheet}
      actions={
        way === 'mail' &&
        !isOver(state) && (
          <Button variant="primary" type="submit" form={formId} icon={<Mail />} busy={state !== 'writing'} disabled={blank}>
            {friendText.sendInvitation}
          </Button>
        )
      }
    >
      {!isOver(state) && <FullCircleNote />}
      {!isOver(state) && (
        <Segmented
          label={friendText.howToInvite}
          value={way}
          onChange={setWay}
          options={[
            { value: 'mail', label: friendText.byMail, icon: <Mail /> },
            { value: 'link', label: friendText.byLink, icon: <Link /> },
          ]}
        />
      )}
      {way === 'link' && (
        <Suspense fallback={<div aria-busy="true" />}>
          <InviteLink />
        </Suspense>
      )}
      {way === 'mail' && (
        <InviteForm
          id={formId}
          state={state}
          onState={setState}
          onBlank={setBlank}
          refused={refused}
          onSent={onSent}
          onDone={() => onOpenChange(false)}
        />
      )}
    </Sheet>
  );
}

function InviteForm({
  id,
  state,
  onState,
  onBlank,
  refused,
  onSent,
  onDone,
}: {
  readonly id: string;
  readonly state: State;
  readonly onState: (state: State) => void;
  /** called with whether there is nothing to send */
  readonly onBlank: (blank: boolean) => void;
  readonly refused: { readonly email: string; readonly reason: string } | undefined;
  readonly onSent: (() => void) | undefined;
  readonly onDone: () => void;
}) {
  const write = useWrite();
  const store = useStore();
  const draft = useDraft<string>('invitation');
  // Its draft is gone once it is stored. The field shows it until the server has answered.
  const [stored, setStored] = useState<string>();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const [error, setError] = useState<string | null>(refused?.reason ?? null);
  const field = useRef<HTMLInputElement>(null);
  const email = stored ?? draft.value ?? refused?.email ?? '';

  useEffect(() => {
    onState('writing');
  }, [onState]);
  const blank = isBlank(email);
  // Runs within the event that changed the text. An Enter pressed before the button is enabled would otherwise reach neither the form nor
  // its field.
  useLayoutEffect(() => onBlank(blank), [blank, onBlank]);
  useEffect(() => {
    if (!isOver(state)) return;
    const timer = setTimeout(onDone, CLOSE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state, onDone]);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (state !== 'writing') return;
    const wrong = inviteEmailError(email);
    if (wrong) {
      setError(wrong);
      field.current?.focus();
      return;
    }
    onState('sending');
    const id = newInvitationId();
    const act = (store: LocalStore) => inviteByEmail(store, email, id);
    if (!(await write(act, friendText.inviteFailed, refuse))) {
      onState('writing');
      return;
    }
    setStored(email);
    onState('stored');
    await draft.discard();
    onSent?.();
    const answer = await writeAnswer(store, 'invitations', id);
    // The sheet was closed. A refused invitation is shown among the refused writes.
    if (!isOpen.current) return;
    if (answer === 'accepted') onState('sent');
    else if (answer === 'waits') onState('waits');
    else {
      // The form is here to correct it, so it is not shown among the refused writes too.
      draft.save(email);
      setStored(undefined);
      onState('writing');
      refuse(answer.code);
      await discardRefused(store, answer.write_id);
    }
  };
  const refuse = (code: RefusalCode) => {
    setError(inviteFormRefusal(code));
    field.current?.focus();
  };

  if (state === 'sent') return <Note kind="success">{friendText.invited}</Note>;
  if (state === 'waits') return <Note>{friendText.inviteSaved}</Note>;
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        ref={field}
        label={friendText.email}
        autoFocus
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={EMAIL_MAX}
        value={email}
        readOnly={state === 'stored'}
        error={error}
        onKeyDown={(event) => {
          // The button is disabled then, and a form without an enabled submit button ignores Enter.
          if (event.key === 'Enter' && blank) void submit(event);
        }}
        onChange={(event) => {
          draft.save(event.target.value);
          setError(null);
        }}
      />
      <p role="status" className={`small ${styles.status}`}>
        {state === 'stored' && friendText.willBeSent}
      </p>
      <OtherDrafts others={draft.others} onActed={() => field.current?.focus()} />
    </form>
  );
}
