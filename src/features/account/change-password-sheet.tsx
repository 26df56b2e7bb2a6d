import { KeyRound } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { passwordSchema } from '../../../schemas/account/account.ts';
import { changePasswordText } from '../../text/account.ts';
import { answerText } from '../../text/answers.ts';
import { authText } from '../../text/auth.ts';
import { commonText } from '../../text/common.ts';
import { PasswordField } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import type { SheetControl } from '../../ui/sheet.tsx';
import { changePassword } from './change-password.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { RequestDone, type RequestForm, RequestSheet } from './request-sheet.tsx';
import styles from './sign-in-form.module.css';

/** Changes the signed-in member's password. It needs a connection and the present password. All other devices are signed out. */
export function ChangePasswordSheet(control: SheetControl) {
  return (
    <RequestSheet
      control={control}
      title={changePasswordText.title}
      text={changePasswordText.text}
      offlineText={changePasswordText.offline}
      submit={{ icon: <KeyRound />, label: changePasswordText.title, sending: commonText.saving }}
    >
      {(form) => <ChangePasswordForm {...form} />}
    </RequestSheet>
  );
}

interface Bad {
  readonly present?: string | undefined;
  readonly password?: string | undefined;
  readonly again?: string | undefined;
}

function ChangePasswordForm({ id, offline, phase, onPhase }: RequestForm) {
  const [present, setPresent] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [bad, setBad] = useState<Bad>({});
  const [message, setMessage] = useState<string>();
  const presentField = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (phase !== 'writing' || offline) return;
    const wrong: Bad = {
      present: present ? undefined : authText.passwordRequired,
      password: passwordSchema.safeParse(password).success ? undefined : authText.weakPassword,
      again: password === again ? undefined : authText.passwordsDiffer,
    };
    setMessage(undefined);
    setBad(wrong);
    if (wrong.present || wrong.password || wrong.again) return;
    onPhase('sending');
    const answer = await changePassword({ password, current_password: present });
    onPhase(answer.ok ? 'done' : 'writing');
    if (answer.ok) return;
    if (answer.code === 'PRESENT_PASSWORD_WRONG') {
      setBad({ present: answerText(answer) });
      presentField.current?.focus();
    } else if (answer.code === 'WEAK_PASSWORD') setBad({ password: answerText(answer) });
    else setMessage(answerText(answer));
  };

  if (phase === 'done') return <RequestDone>{authText.passwordUpdated}</RequestDone>;
  return (
    <form id={id} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {message && <Note kind="danger">{message}</Note>}
      <PasswordField
        ref={presentField}
        label={commonText.yourPassword}
        name="current-password"
        autoComplete="current-password"
        autoFocus
        value={present}
        error={bad.present}
        onChange={(event) => setPresent(event.target.value)}
      />
      <NewPasswordField label={changePasswordText.newPassword} password={password} onPassword={setPassword} error={bad.password} />
      <PasswordField
        label={changePasswordText.confirmPassword}
        name="confirm-password"
        autoComplete="new-password"
        value={again}
        error={bad.again}
        onChange={(event) => setAgain(event.target.value)}
      />
    </form>
  );
}
