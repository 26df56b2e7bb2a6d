import { type FormEvent, useState } from 'react';
import { displayNameSchema, PROFILE_NAME_MAX, passwordSchema } from '../../../schemas/account/account.ts';
import { isBlank, isHiddenCharacters } from '../../../schemas/base/text.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { answerText } from '../../text/answers.ts';
import { authText } from '../../text/auth.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { emailError } from './email-error.ts';
import { EmailField } from './email-field.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import styles from './sign-in-form.module.css';
import { signUp } from './sign-up.ts';

export interface SignUpFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly message: string | undefined;
  readonly onMessage: (message: string | undefined) => void;
  /** the token of an invitation by mail */
  readonly invite?: string | undefined;
  readonly onCreated: () => void;
}

/** Name, e-mail and password. This creates the account; the mailed link verifies its address. */
export function SignUpForm({ email, onEmail, message, onMessage, invite, onCreated }: SignUpFormProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [bad, setBad] = useState<{ name?: string; email?: string; password?: string }>({});

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrongEmail = emailError(email);
    const wrong = {
      ...(isHiddenCharacters(displayNameSchema.safeParse(name).error) ? { name: answerWording.HIDDEN_CHARACTERS } : {}),
      ...(wrongEmail ? { email: wrongEmail } : {}),
      ...(passwordSchema.safeParse(password).success ? {} : { password: authText.weakPassword }),
    };
    setBad(wrong);
    onMessage(undefined);
    if (wrong.name || wrong.email || wrong.password) return;
    setBusy(true);
    const answer = await signUp({ email: email.trim(), password, name: name.trim(), ...(invite ? { invite } : {}) });
    setBusy(false);
    if (answer.ok) onCreated();
    else onMessage(answerText(answer));
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {message && <Note kind="danger">{message}</Note>}
      <Field
        label={authText.name}
        name="name"
        autoComplete="name"
        maxLength={PROFILE_NAME_MAX}
        value={name}
        error={bad.name}
        onChange={(event) => setName(event.target.value)}
      />
      <EmailField email={email} onEmail={onEmail} error={bad.email} />
      <NewPasswordField label={authText.password} password={password} onPassword={setPassword} error={bad.password} />
      <Button type="submit" variant="primary" wide disabled={busy || isBlank(name) || !email.trim() || !password}>
        {busy ? authText.signingUp : authText.signUp}
      </Button>
    </form>
  );
}
