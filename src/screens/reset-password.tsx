// The page that the link of a reset mail opens.
import { type FormEvent, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { RESET_PASSWORD_MIN } from '../../schemas/account/account.ts';
import { request } from '../data/request.ts';
import { passwordRecovery } from '../data/session.ts';
import { AuthFrame } from '../features/account/auth-frame.tsx';
import { AuthResult } from '../features/account/auth-result.tsx';
import { NewPasswordField } from '../features/account/new-password-field.tsx';
import styles from '../features/account/sign-in-form.module.css';
import { answerText } from '../text/answers.ts';
import { authText, RESET_LINK_ERROR, resetLinkError } from '../text/auth.ts';
import { commonText } from '../text/common.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { PasswordField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';

/** The parameters of the link, whether before the # or after it. */
function linkParams(search: string, hash: string): URLSearchParams {
  return new URLSearchParams([...new URLSearchParams(search), ...new URLSearchParams(hash.slice(1))]);
}

export default function ResetPasswordScreen() {
  const { search, hash } = useLocation();
  const params = linkParams(search, hash);
  const token = params.get('token');
  const [expired, setExpired] = useState<string>();
  const [done, setDone] = useState(false);
  const problem = expired ?? resetLinkError(params) ?? (token ? undefined : RESET_LINK_ERROR);

  if (done)
    return (
      <AuthResult art="lantern" title={authText.passwordResetTitle} text={authText.passwordUpdatedSignIn}>
        <ButtonLink to="/auth" variant="primary" replace>
          {authText.signIn}
        </ButtonLink>
      </AuthResult>
    );
  if (problem || !token)
    return (
      <AuthResult art="letter" title={authText.linkExpired} text={problem ?? RESET_LINK_ERROR}>
        <ButtonLink to="/auth" state={{ mode: 'forgot-password' }} variant="primary" replace>
          {authText.requestReset}
        </ButtonLink>
        <ButtonLink to="/auth" replace>
          {authText.backToSignIn}
        </ButtonLink>
      </AuthResult>
    );
  return <NewPassword token={token} onExpired={setExpired} onDone={() => setDone(true)} />;
}

function NewPassword({
  token,
  onExpired,
  onDone,
}: {
  readonly token: string;
  readonly onExpired: (text: string) => void;
  readonly onDone: () => void;
}) {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [bad, setBad] = useState<{ password?: string; again?: string }>({});
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => passwordRecovery('opened'), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = {
      ...(password.length < RESET_PASSWORD_MIN ? { password: authText.passwordTooShort } : {}),
      ...(password === again ? {} : { again: authText.passwordsDiffer }),
    };
    setBad(wrong);
    setMessage(undefined);
    if (wrong.password || wrong.again) return;
    setBusy(true);
    const answer = await request('POST', '/api/auth/reset-password', { body: { token, password } });
    setBusy(false);
    if (answer.ok) {
      passwordRecovery('used');
      onDone();
    } else if (answer.code.startsWith('LINK_')) onExpired(answerText(answer));
    else if (answer.code === 'WEAK_PASSWORD') setBad({ password: answerText(answer) });
    else setMessage(answerText(answer));
  };
  return (
    <AuthFrame heading={authText.chooseNewPassword}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {message && <Note kind="danger">{message}</Note>}
        <NewPasswordField label={authText.newPassword} password={password} onPassword={setPassword} error={bad.password} />
        <PasswordField
          label={authText.confirmPassword}
          name="confirmation"
          autoComplete="new-password"
          value={again}
          error={bad.again}
          onChange={(event) => setAgain(event.target.value)}
        />
        <Button type="submit" variant="primary" wide busy={busy} disabled={!password || !again}>
          {busy ? commonText.saving : authText.savePassword}
        </Button>
      </form>
    </AuthFrame>
  );
}
