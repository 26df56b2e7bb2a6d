import { FingerprintPattern } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { signIn } from '../../../data/session/session.ts';
import { answerText } from '../../../text/answers.ts';
import { authText } from '../../../text/auth.ts';
import { commonText } from '../../../text/common.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { PasswordField } from '../../../ui/forms/field.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { EmailField } from '../email-field.tsx';
import styles from '../request-form.module.css';
import { resendVerification } from '../resend-verification.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

export interface SignInFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly message: string | undefined;
  readonly onMessage: (message: string | undefined) => void;
  readonly onForgot: () => void;
  /** called when the password was right and a code is needed */
  readonly onCode: () => void;
}

/**
 * E-mail and password. When sign-in succeeds the session reports it to the whole page, and the routes continue. It does without
 * `useRequest`: no error belongs to a field here, and each visitor waits for every byte of this form.
 */
export function SignInForm({ email, onEmail, message, onMessage, onForgot, onCode }: SignInFormProps) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [unverified, setUnverified] = useState<'no' | 'yes' | 'sent'>('no');
  const passkey = usePasskeySignIn(onMessage);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    onMessage(undefined);
    const answer = await signIn({ email: email.trim(), password });
    setBusy(false);
    if (answer.ok) return;
    if (answer.code === 'CODE_NEEDED') return onCode();
    onMessage(answerText(answer));
    setUnverified(answer.code === 'EMAIL_NOT_VERIFIED' ? 'yes' : 'no');
  };
  const resend = async () => {
    const answer = await resendVerification({ email: email.trim() });
    if (answer.ok) setUnverified('sent');
    else onMessage(answerText(answer));
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {message && <Note kind="danger">{message}</Note>}
      {message && unverified === 'yes' && (
        <Button variant="soft" size="small" onClick={() => void resend()}>
          {authText.sendAgain}
        </Button>
      )}
      {unverified === 'sent' && <Note kind="success">{commonText.sentAgain}</Note>}
      <EmailField value={email} onChange={(event) => onEmail(event.target.value)} />
      <PasswordField
        label={authText.password}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <button type="button" className={styles.other} onClick={onForgot}>
        {authText.forgot}
      </button>
      <Button type="submit" variant="primary" wide disabled={busy || !email.trim() || !password}>
        {busy ? authText.loggingIn : authText.login}
      </Button>
      {passkey.possible && (
        <Button wide icon={<FingerprintPattern />} busy={passkey.busy} onClick={() => void passkey.press()}>
          {authText.withPasskey}
        </Button>
      )}
    </form>
  );
}
