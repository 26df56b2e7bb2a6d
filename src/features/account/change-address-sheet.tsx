import { Mail } from 'lucide-react';
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { EMAIL_MAX } from '../../../schemas/account/account.ts';
import { useOffline } from '../../data/connection.ts';
import { useOnline } from '../../data/use-online.ts';
import { changeAddressText } from '../../text/account.ts';
import { answerText } from '../../text/answers.ts';
import { authText } from '../../text/auth.ts';
import { commonText } from '../../text/common.ts';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { askForAddress } from './change-address.ts';
import { emailError } from './email-error.ts';
import styles from './sign-in-form.module.css';

type Phase = 'writing' | 'sending' | 'sent';

/** Requests a link to a new address for the signed-in member's account. It needs a connection and the present password. */
export function ChangeAddressSheet({
  open,
  onOpenChange,
  present,
  returnTo,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** the present address of the account */
  readonly present: string;
  /** the element that opened the sheet */
  readonly returnTo: RefObject<HTMLElement | null>;
}) {
  const formId = useId();
  // An open stream keeps sync alive for a while after the network is lost. A new request fails at once.
  const online = useOnline();
  const offline = useOffline() || !online;
  const [phase, setPhase] = useState<Phase>('writing');
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      returnTo={returnTo}
      title={changeAddressText.title}
      text={
        <>
          {changeAddressText.signInWith} <b>{present}</b>
          {changeAddressText.linkIsSent}
        </>
      }
      actions={
        phase === 'sent' ? (
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            {commonText.done}
          </Button>
        ) : (
          <Button variant="primary" type="submit" form={formId} icon={<Mail />} busy={phase === 'sending'} disabled={offline}>
            {phase === 'sending' ? commonText.sending : changeAddressText.sendLink}
          </Button>
        )
      }
    >
      {offline && phase !== 'sent' && <Note kind="warning">{changeAddressText.offline}</Note>}
      <ChangeAddressForm id={formId} present={present} offline={offline} phase={phase} onPhase={setPhase} />
    </Sheet>
  );
}

interface Bad {
  readonly email?: string | undefined;
  readonly password?: string | undefined;
}

function ChangeAddressForm({
  id,
  present,
  offline,
  phase,
  onPhase,
}: {
  readonly id: string;
  readonly present: string;
  readonly offline: boolean;
  readonly phase: Phase;
  readonly onPhase: (phase: Phase) => void;
}) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [bad, setBad] = useState<Bad>({});
  const [message, setMessage] = useState<string>();
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const sent = useRef<HTMLDivElement>(null);

  // The form starts over each time the sheet opens.
  useEffect(() => {
    onPhase('writing');
  }, [onPhase]);
  // The message replaces the form that had the focus.
  useEffect(() => {
    if (phase === 'sent') sent.current?.focus();
  }, [phase]);

  const refuse = (wrong: Bad) => {
    setBad(wrong);
    (wrong.email ? emailField : passwordField).current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (phase !== 'writing' || offline) return;
    const unchanged = email.trim().toLowerCase() === present ? changeAddressText.unchanged : undefined;
    const wrong: Bad = { email: emailError(email) ?? unchanged, password: password ? undefined : authText.passwordRequired };
    setMessage(undefined);
    if (wrong.email || wrong.password) {
      refuse(wrong);
      return;
    }
    setBad({});
    onPhase('sending');
    const answer = await askForAddress({ email: email.trim(), current_password: password });
    onPhase(answer.ok ? 'sent' : 'writing');
    if (answer.ok) return;
    if (answer.code === 'PRESENT_PASSWORD_WRONG') refuse({ password: answerText(answer) });
    else setMessage(answerText(answer));
  };

  if (phase === 'sent')
    return (
      <div ref={sent} tabIndex={-1}>
        <Note kind="success">
          <b>{email.trim()}</b>: {changeAddressText.sent}
        </Note>
      </div>
    );
  return (
    <form id={id} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {message && <Note kind="danger">{message}</Note>}
      <Field
        ref={emailField}
        label={changeAddressText.newAddress}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={EMAIL_MAX}
        value={email}
        error={bad.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        ref={passwordField}
        label={commonText.yourPassword}
        name="password"
        autoComplete="current-password"
        value={password}
        error={bad.password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </form>
  );
}
