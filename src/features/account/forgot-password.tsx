import { type FormEvent, useEffect, useState } from 'react';
import { request } from '../../data/request.ts';
import { onSessionEvent } from '../../data/session.ts';
import { answerText } from '../../text/answers.ts';
import { authText } from '../../text/auth.ts';
import { commonText } from '../../text/common.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { AuthResult } from './auth-result.tsx';
import { emailError } from './email-error.ts';
import { EmailField } from './email-field.tsx';
import styles from './sign-in-form.module.css';

/** Requests a link to set a new password. The answer does not reveal whether the address is known. */
export function ForgotPassword({
  email,
  onEmail,
  onBack,
}: {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onBack: () => void;
}) {
  const [error, setError] = useState<string>();
  const [message, setMessage] = useState<string>();
  const [phase, setPhase] = useState<'asking' | 'sending' | 'sent'>('asking');

  const [elsewhere, setElsewhere] = useState<'opened' | 'used'>();
  useEffect(() => onSessionEvent((event) => event.type === 'PASSWORD_RECOVERY' && setElsewhere(event.step)), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = emailError(email);
    setError(wrong);
    setMessage(undefined);
    if (wrong) return;
    setPhase('sending');
    const answer = await request('POST', '/api/auth/forgot-password', { body: { email: email.trim() } });
    setPhase(answer.ok ? 'sent' : 'asking');
    if (!answer.ok) setMessage(answer.status === 404 ? authText.userNotFound : answerText(answer));
  };

  if (phase === 'sent' && elsewhere === 'used')
    return (
      <AuthResult art="lantern" title={authText.passwordResetTitle} text={authText.passwordUpdatedSignIn}>
        <Button variant="primary" onClick={onBack}>
          {authText.signIn}
        </Button>
      </AuthResult>
    );
  if (phase === 'sent')
    return (
      <AuthResult
        art="mail"
        title={authText.checkEmail}
        text={
          <>
            {authText.resetSent}
            {authText.checkEmailIf} <b>{email.trim()}</b> {authText.checkEmailThen}
          </>
        }
      >
        {elsewhere && <Note>{authText.resetOpened}</Note>}
        <Button onClick={onBack}>{authText.backToSignIn}</Button>
      </AuthResult>
    );
  return (
    <AuthFrame heading={authText.forgotTitle}>
      <p className={styles.text}>{authText.forgotHelp}</p>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {message && <Note kind="danger">{message}</Note>}
        <EmailField email={email} onEmail={onEmail} error={error} />
        <Button type="submit" variant="primary" wide busy={phase === 'sending'}>
          {phase === 'sending' ? commonText.sending : authText.sendReset}
        </Button>
        <Button wide onClick={onBack}>
          {authText.backToSignIn}
        </Button>
      </form>
    </AuthFrame>
  );
}
