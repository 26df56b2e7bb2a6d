import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { displayNameSchema, PROFILE_NAME_MAX, passwordSchema } from '../../../schemas/account/account.ts';
import { HIDDEN_CHARACTERS, isBlank, isHiddenCharacters } from '../../../schemas/base/text.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { answerText } from '../../text/answers.ts';
import { authText } from '../../text/auth.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { arriving } from './arriving.ts';
import { AuthFrame } from './auth-frame.tsx';
import { AuthResult } from './auth-result.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import styles from './sign-in-form.module.css';
import { verify } from './sign-up.ts';

interface Chosen {
  readonly password?: string;
  readonly name?: string;
}

/** Why the verification failed, by field. The link is still good: the member can correct the input or try again later. */
interface Refused {
  readonly name?: string;
  readonly password?: string;
  /** an error that belongs to no field */
  readonly message?: string;
}

type Failure = Parameters<typeof answerText>[0];

/** Whether the failure is about the link itself. If only the token was sent, a malformed request means a malformed link. */
const isAboutLink = ({ code, status }: Failure, chosen: Chosen) =>
  code.startsWith('LINK_') || (status === 422 && chosen.password === undefined);

function refusedBy(answer: Failure): Refused {
  const text = answerText(answer);
  if (answer.code === HIDDEN_CHARACTERS) return { name: text };
  return answer.code === 'WEAK_PASSWORD' ? { password: text } : { message: text };
}

/**
 * The page that the link in the mail opens. Opening it does nothing, since mail programs and scanners open links too: the page asks first.
 * If the server does not recognise this browser as the one that signed up, the password is chosen here.
 */
export function VerifyAddress({ token }: { readonly token: string }) {
  const navigate = useNavigate();
  const [phase, setPhase] = useState<'asking' | 'password'>('asking');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>({});
  const [spent, setSpent] = useState<string>();

  const confirm = async (chosen: Chosen = {}) => {
    setBusy(true);
    setRefused({});
    const answer = await verify({ token, ...chosen });
    setBusy(false);
    if (answer.ok) await navigate('/posts', { replace: true, state: arriving });
    // The link was opened again, and by now the account has a second factor.
    else if (answer.code === 'CODE_NEEDED') await navigate('/auth', { replace: true, state: { mode: 'code' } });
    else if (answer.code === 'SIGN_UP_PASSWORD_MISSING') setPhase('password');
    else if (isAboutLink(answer, chosen)) setSpent(answerText(answer));
    else setRefused(refusedBy(answer));
  };

  if (spent !== undefined)
    return (
      <AuthResult art="letter" title={authText.linkExpired} text={spent}>
        <ButtonLink to="/auth" replace>
          {authText.backToSignIn}
        </ButtonLink>
      </AuthResult>
    );
  if (phase === 'password')
    return <FirstPassword busy={busy} refused={refused} onRefused={setRefused} onChosen={(chosen) => void confirm(chosen)} />;
  return (
    <AuthResult art="letter" title={authText.confirmTitle} text={authText.confirmHelp}>
      {refused.message && <Note kind="danger">{refused.message}</Note>}
      <Button variant="primary" busy={busy} onClick={() => void confirm()}>
        {busy ? authText.confirming : authText.confirm}
      </Button>
    </AuthResult>
  );
}

function FirstPassword({
  busy,
  refused,
  onRefused,
  onChosen,
}: {
  readonly busy: boolean;
  readonly refused: Refused;
  readonly onRefused: (refused: Refused) => void;
  readonly onChosen: (chosen: Chosen) => void;
}) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The field replaces the button that had the focus.
  useEffect(() => field.current?.focus(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong: Refused = {
      ...(isHiddenCharacters(displayNameSchema.safeParse(name).error) ? { name: answerWording.HIDDEN_CHARACTERS } : {}),
      ...(passwordSchema.safeParse(password).success ? {} : { password: authText.weakPassword }),
    };
    if (wrong.name || wrong.password) onRefused(wrong);
    else onChosen({ password, ...(isBlank(name) ? {} : { name: name.trim() }) });
  };
  return (
    <AuthFrame heading={authText.choosePassword}>
      <p className={styles.text}>{authText.signUpPasswordMissing}</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        {refused.message && <Note kind="danger">{refused.message}</Note>}
        <Field
          ref={field}
          label={authText.name}
          name="name"
          autoComplete="name"
          maxLength={PROFILE_NAME_MAX}
          hint={authText.keepName}
          value={name}
          error={refused.name}
          onChange={(event) => setName(event.target.value)}
        />
        <NewPasswordField label={authText.password} password={password} onPassword={setPassword} error={refused.password} />
        <Button type="submit" variant="primary" wide busy={busy} disabled={!password}>
          {busy ? authText.confirming : authText.confirm}
        </Button>
      </form>
    </AuthFrame>
  );
}
