import { Link, Mail } from 'lucide-react';
import { lazy, Suspense, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { EMAIL_MAX } from '../../../schemas/account/account.ts';
import type { RefusalCode } from '../../../schemas/base/refusal.ts';
import { isBlank } from '../../../schemas/base/text.ts';
import { useOffline } from '../../data/connection.ts';
import { useDraft } from '../../data/drafts.ts';
import { friendText, inviteFormRefusal } from '../../text/friends.ts';
import { linkText } from '../../text/invitations.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { OtherDrafts } from '../outbox/other-drafts.tsx';
import { useWrite } from '../outbox/use-write.ts';
import { FullCircleNote } from './full-circle-note.tsx';
import { inviteEmailError } from './invite-email.ts';
import { inviteByEmail } from './write-invitation.ts';

const CLOSE_AFTER_MS = 1500;

const loadLink = async () => ({ default: (await import('./invite-link.tsx')).InviteLink });
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
  const [state, setState] = useState<'writing' | 'sending' | 'sent'>('writing');
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
        state !== 'sent' && (
          <Button variant="primary" type="submit" form={formId} icon={<Mail />} busy={state === 'sending'} disabled={blank}>
            {friendText.sendInvitation}
          </Button>
        )
      }
    >
      {state !== 'sent' && <FullCircleNote />}
      {state !== 'sent' && (
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
  readonly state: 'writing' | 'sending' | 'sent';
  readonly onState: (state: 'writing' | 'sending' | 'sent') => void;
  /** called with whether there is nothing to send */
  readonly onBlank: (blank: boolean) => void;
  readonly refused: { readonly email: string; readonly reason: string } | undefined;
  readonly onSent: (() => void) | undefined;
  readonly onDone: () => void;
}) {
  const write = useWrite();
  const offline = useOffline();
  const draft = useDraft<string>('invitation');
  const [error, setError] = useState<string | null>(refused?.reason ?? null);
  const field = useRef<HTMLInputElement>(null);
  const email = draft.value ?? refused?.email ?? '';

  useEffect(() => {
    onState('writing');
  }, [onState]);
  const blank = isBlank(email);
  // Runs within the event that changed the text. An Enter pressed before the button is enabled would otherwise reach neither the form nor
  // its field.
  useLayoutEffect(() => onBlank(blank), [blank, onBlank]);
  useEffect(() => {
    if (state !== 'sent') return;
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
    const refuse = (code: RefusalCode) => {
      setError(inviteFormRefusal(code));
      field.current?.focus();
    };
    if (!(await write((store) => inviteByEmail(store, email), friendText.inviteFailed, refuse))) {
      onState('writing');
      return;
    }
    await draft.discard();
    onSent?.();
    onState('sent');
  };

  if (state === 'sent') return <Note kind="success">{offline ? friendText.inviteSaved : friendText.invited}</Note>;
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
      <OtherDrafts others={draft.others} onActed={() => field.current?.focus()} />
    </form>
  );
}
