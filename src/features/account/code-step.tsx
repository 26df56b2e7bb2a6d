import { type FormEvent, useEffect, useRef, useState } from 'react';
import { beginBy } from '../../data/session.ts';
import { answerText } from '../../text/answers.ts';
import { authText } from '../../text/auth.ts';
import { codeText } from '../../text/sign-in-ways.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { AuthFrame } from './auth-frame.tsx';
import styles from './code-step.module.css';
import form from './sign-in-form.module.css';

/**
 * Asks for the code after the password. When the code is right the session reports the sign-in to the whole page, and the routes continue.
 */
export function CodeStep({
  onBack,
}: {
  /** with the message to show there */
  readonly onBack: (message?: string) => void;
}) {
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [message, setMessage] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  // The field replaces the form that had the focus, and later the other kind of code field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is another one then.
  useEffect(() => field.current?.focus(), [recovery]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setMessage(undefined);
    setError(code.trim() ? undefined : codeText.codeRequired);
    if (!code.trim()) return;
    setBusy(true);
    const answer = await beginBy('/api/auth/second-factor/sign-in', { code });
    setBusy(false);
    if (answer.ok) return;
    if (answer.code === 'CODE_TOO_LATE') return onBack(answerText(answer));
    if (answer.code === 'CODE_WRONG' || answer.code === 'CODE_USED') {
      setError(answerText(answer));
      field.current?.focus();
      field.current?.select();
    } else setMessage(answerText(answer));
  };
  const change = () => {
    setRecovery(!recovery);
    setCode('');
    setError(undefined);
    setMessage(undefined);
  };
  return (
    <AuthFrame>
      <h1 className={styles.title} tabIndex={-1}>
        {codeText.stepTitle}
      </h1>
      <p className={form.text}>{recovery ? codeText.recoveryStepText : codeText.stepText}</p>
      <form className={form.form} onSubmit={(event) => void submit(event)} noValidate>
        {message && <Note kind="danger">{message}</Note>}
        {recovery ? (
          <Field
            key="recovery"
            ref={field}
            label={codeText.recoveryCode}
            name="recovery-code"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            placeholder={codeText.recoveryExample}
            value={code}
            error={error}
            onChange={(event) => setCode(event.target.value)}
          />
        ) : (
          <Field
            key="code"
            ref={field}
            label={codeText.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint={codeText.codeHint}
            value={code}
            error={error}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        <button type="button" className={form.forgot} onClick={change}>
          {recovery ? codeText.useApp : codeText.useRecovery}
        </button>
        <Button type="submit" variant="primary" wide busy={busy}>
          {busy ? codeText.going : codeText.go}
        </Button>
        <Button wide onClick={() => onBack()}>
          {authText.backToSignIn}
        </Button>
      </form>
    </AuthFrame>
  );
}
