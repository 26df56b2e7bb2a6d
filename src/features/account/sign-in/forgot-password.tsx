import { useEffect, useState } from 'react';
import { request } from '../../../data/session/request.ts';
import { onSessionEvent } from '../../../data/session/session.ts';
import { authText } from '../../../text/auth.ts';
import { commonText } from '../../../text/common.ts';
import { mailLinkText } from '../../../text/mail-links.ts';
import { passwordText } from '../../../text/passwords.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { AuthResult } from '../auth-result.tsx';
import { EmailField } from '../email-field.tsx';
import { emailError } from '../field-errors.ts';
import styles from '../request-form.module.css';
import { RequestForm } from '../request-form.tsx';
import { useRequest } from '../use-request.ts';

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
  const [sent, setSent] = useState(false);
  const [elsewhere, setElsewhere] = useState<'opened' | 'used'>();
  useEffect(() => onSessionEvent((event) => event.type === 'PASSWORD_RECOVERY' && setElsewhere(event.step)), []);
  const form = useRequest({
    check: () => ({ email: emailError(email) }),
    send: async () => {
      const answer = await request('POST', '/api/auth/forgot-password', { body: { email: email.trim() } });
      return answer.ok || answer.status !== 404 ? answer : { ...answer, message: passwordText.userNotFound };
    },
    onDone: () => setSent(true),
  });

  if (sent && elsewhere === 'used')
    return (
      <AuthResult art="lantern" title={passwordText.passwordResetTitle} text={passwordText.passwordUpdatedSignIn}>
        <Button variant="primary" onClick={onBack}>
          {authText.signIn}
        </Button>
      </AuthResult>
    );
  if (sent)
    return (
      <AuthResult
        art="mail"
        title={mailLinkText.checkEmail}
        text={
          <>
            {passwordText.resetSent}
            {passwordText.resetIsIn} <b>{email.trim()}</b>
            {passwordText.resetNotThere}
          </>
        }
      >
        {elsewhere && <Note>{passwordText.resetOpened}</Note>}
        <Button onClick={onBack}>{authText.backToSignIn}</Button>
      </AuthResult>
    );
  return (
    <AuthFrame heading={passwordText.forgotTitle}>
      <p className={styles.text}>{passwordText.forgotHelp}</p>
      <RequestForm form={form}>
        <EmailField value={email} error={form.errors.email} onChange={(event) => onEmail(event.target.value)} />
        <Button type="submit" variant="primary" wide busy={form.busy}>
          {form.busy ? commonText.sending : passwordText.sendReset}
        </Button>
        <Button wide onClick={onBack}>
          {authText.backToSignIn}
        </Button>
      </RequestForm>
    </AuthFrame>
  );
}
