import { KeyRound } from 'lucide-react';
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { passwordSchema } from '../../../schemas/account/account.ts';
import { useOffline } from '../../data/connection.ts';
import { useOnline } from '../../data/use-online.ts';
import { changePasswordText } from '../../text/account.ts';
import { answerText } from '../../text/answers.ts';
import { authText } from '../../text/auth.ts';
import { commonText } from '../../text/common.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { changePassword } from './change-password.ts';
import { NewPasswordField } from './new-password-field.tsx';
import styles from './sign-in-form.module.css';

type Phase = 'writing' | 'sending' | 'changed';

/** Changes the signed-in member's password. It needs a connection and the present password. All other devices are signed out. */
export function ChangePasswordSheet({
  open,
  onOpenChange,
  returnTo,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** the element that opened the sheet */
  readonly returnTo: RefObject<HTMLElement | null>;
}) {
  const formId = useId();
  const online = useOnline();
  const offline = useOffline() || !online;
  const [phase, setPhase] = useState<Phase>('writing');
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      returnTo={returnTo}
      title={changePasswordText.title}
      text={changePasswordText.text}
      actions={
        phase === 'changed' ? (
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            {commonText.done}
          </Button>
        ) : (
          <Button variant="primary" type="submit" form={formId} icon={<KeyRound />} busy={phase === 'sending'} disabled={offline}>
            {phase === 'sending' ? commonText.saving : changePasswordText.title}
          </Button>
        )
      }
    >
      {offline && phase !== 'changed' && <Note kind="warning">{changePasswordText.offline}</Note>}
      <ChangePasswordForm id={formId} offline={offline} phase={phase} onPhase={setPhase} />
    </Sheet>
  );
}

interface Bad {
  readonly present?: string | undefined;
  readonly password?: string | undefined;
  readonly again?: string | undefined;
}

function ChangePasswordForm({
  id,
  offline,
  phase,
  onPhase,
}: {
  readonly id: string;
  readonly offline: boolean;
  readonly phase: Phase;
  readonly onPhase: (phase: Phase) => void;
}) {
  const [present, setPresent] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [bad, setBad] = useState<Bad>({});
  const [message, setMessage] = useState<string>();
  const presentField = useRef<HTMLInputElement>(null);
  const changed = useRef<HTMLDivElement>(null);

  // The form starts over each time the sheet opens.
  useEffect(() => {
    onPhase('writing');
  }, [onPhase]);
  // The message replaces the form that had the focus.
  useEffect(() => {
    if (phase === 'changed') changed.current?.focus();
  }, [phase]);

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
    onPhase(answer.ok ? 'changed' : 'writing');
    if (answer.ok) return;
    if (answer.code === 'PRESENT_PASSWORD_WRONG') {
      setBad({ present: answerText(answer) });
      presentField.current?.focus();
    } else if (answer.code === 'WEAK_PASSWORD') setBad({ password: answerText(answer) });
    else setMessage(answerText(answer));
  };

  if (phase === 'changed')
    return (
      <div ref={changed} tabIndex={-1}>
        <Note kind="success">{authText.passwordUpdated}</Note>
      </div>
    );
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
