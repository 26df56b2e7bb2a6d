import { Mail } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { EMAIL_MAX } from '../../../schemas/account/account.ts';
import { changeAddressText } from '../../text/account.ts';
import { answerText } from '../../text/answers.ts';
import { authText } from '../../text/auth.ts';
import { commonText } from '../../text/common.ts';
import { Field, PasswordField } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import type { SheetControl } from '../../ui/sheet.tsx';
import { askForAddress } from './change-address.ts';
import { emailError } from './email-error.ts';
import { RequestDone, type RequestForm, RequestSheet } from './request-sheet.tsx';
import styles from './sign-in-form.module.css';

/** Requests a link to a new address for the signed-in member's account. It needs a connection and the present password. */
export function ChangeAddressSheet({ present, ...control }: SheetControl & { readonly present: string }) {
  return (
    <RequestSheet
      control={control}
      title={changeAddressText.title}
      text={
        <>
          {changeAddressText.signInWith} <b>{present}</b>
          {changeAddressText.linkIsSent}
        </>
      }
      offlineText={changeAddressText.offline}
      submit={{ icon: <Mail />, label: changeAddressText.sendLink, sending: commonText.sending }}
    >
      {(form) => <ChangeAddressForm {...form} present={present} />}
    </RequestSheet>
  );
}

interface Bad {
  readonly email?: string | undefined;
  readonly password?: string | undefined;
}

function ChangeAddressForm({ id, present, offline, phase, onPhase }: RequestForm & { readonly present: string }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [bad, setBad] = useState<Bad>({});
  const [message, setMessage] = useState<string>();
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

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
    onPhase(answer.ok ? 'done' : 'writing');
    if (answer.ok) return;
    if (answer.code === 'PRESENT_PASSWORD_WRONG') refuse({ password: answerText(answer) });
    else setMessage(answerText(answer));
  };

  if (phase === 'done')
    return (
      <RequestDone>
        <b>{email.trim()}</b>: {changeAddressText.sent}
      </RequestDone>
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
