import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PROFILE_NAME_MAX, passwordSchema } from '../../../schemas/account/account.ts';
import { verify } from '../../data/session.ts';
import { authText } from '../../text/auth-text.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { answerText } from './answer-text.ts';
import { AuthFrame } from './auth-frame.tsx';
import { AuthResult } from './auth-result.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import styles from './sign-in-form.module.css';

interface Chosen {
  readonly password?: string;
  readonly name?: string;
}

/** Whether the link may still be good: nobody has said that it is not. */
const mayTryAgain = ({ status }: { readonly status: number }) => status === 0 || status >= 500 || status === 429;

/**
 * The page that the link of the mail opens. Opening does nothing, since mail programs and scanners open links too: the page asks first.
 * Where the server does not know this browser as the one that signed up, the password is chosen here.
 */
export function VerifyAddress({ token }: { readonly token: string }) {
  const navigate = useNavigate();
  const [phase, setPhase] = useState<'asking' | 'password'>('asking');
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const [spent, setSpent] = useState<string>();

  const confirm = async (chosen: Chosen = {}) => {
    setBusy(true);
    setMessage(undefined);
    const answer = await verify({ token, ...chosen });
    setBusy(false);
    if (answer.ok) await navigate('/posts', { replace: true });
    else if (answer.code === 'SIGN_UP_PASSWORD_MISSING') setPhase('password');
    else if (answer.code === 'WEAK_PASSWORD' || mayTryAgain(answer)) setMessage(answerText(answer));
    else setSpent(answerText(answer));
  };

  if (spent !== undefined)
    return (
      <AuthResult art="letter" title="Link Expired" text={spent}>
        <ButtonLink to="/auth" replace>
          Back to Sign In
        </ButtonLink>
      </AuthResult>
    );
  if (phase === 'password') return <FirstPassword busy={busy} message={message} onChosen={(chosen) => void confirm(chosen)} />;
  return (
    <AuthResult art="letter" title="Confirm your address" text="Is this your address, and did you sign up? Then your place is ready.">
      {message && <Note kind="danger">{message}</Note>}
      <Button variant="primary" busy={busy} onClick={() => void confirm()}>
        {busy ? 'Confirming...' : 'Confirm my address'}
      </Button>
    </AuthResult>
  );
}

function FirstPassword({
  busy,
  message,
  onChosen,
}: {
  readonly busy: boolean;
  readonly message: string | undefined;
  readonly onChosen: (chosen: Chosen) => void;
}) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [bad, setBad] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  // It takes the place of the button that had the focus.
  useEffect(() => field.current?.focus(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = passwordSchema.safeParse(password).success ? undefined : authText.weakPassword;
    setBad(wrong);
    if (!wrong) onChosen({ password, ...(name.trim() ? { name: name.trim() } : {}) });
  };
  return (
    <AuthFrame heading="Choose a password">
      <p className={styles.text}>{authText.signUpPasswordMissing}</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        {message && <Note kind="danger">{message}</Note>}
        <Field
          ref={field}
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={PROFILE_NAME_MAX}
          hint="Leave it empty to keep the one of the sign-up."
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <NewPasswordField label="Password" password={password} onPassword={setPassword} error={bad} />
        <Button type="submit" variant="primary" wide busy={busy} disabled={!password}>
          {busy ? 'Confirming...' : 'Confirm my address'}
        </Button>
      </form>
    </AuthFrame>
  );
}
