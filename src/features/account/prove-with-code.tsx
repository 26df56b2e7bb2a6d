import { type FormEvent, useRef, useState } from 'react';
import type { Answer } from '../../data/request.ts';
import { answerText } from '../../text/answers.ts';
import { commonText } from '../../text/common.ts';
import { codeText } from '../../text/sign-in-ways.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import form from './sign-in-form.module.css';
import { usePresence } from './use-presence.tsx';

/** A form for an act that needs the password and a code, or a recovery code. */
export function ProveWithCode({
  text,
  label,
  danger,
  offline,
  hasPassword,
  act,
  onCancel,
}: {
  readonly text: string;
  readonly label: string;
  readonly danger?: boolean;
  readonly offline: boolean;
  readonly hasPassword: boolean;
  /** Performs the act. This form shows the error if it fails. */
  readonly act: (proof: { readonly current_password?: string; readonly code: string }) => Promise<Answer<unknown>>;
  readonly onCancel: () => void;
}) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const presence = usePresence({ always: true, hasPassword });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMessage(undefined);
    setError(code.trim() ? undefined : codeText.codeRequired);
    if (!presence.check() || !code.trim() || busy || offline) return;
    setBusy(true);
    const answer = await act({ ...presence.body, code });
    setBusy(false);
    if (answer.ok || presence.handles(answer)) return;
    if (answer.code === 'CODE_WRONG' || answer.code === 'CODE_USED') {
      setError(answerText(answer));
      field.current?.focus();
    } else setMessage(answerText(answer));
  };
  return (
    <form className={form.form} noValidate onSubmit={(event) => void submit(event)}>
      <p>{text}</p>
      {message && <Note kind="danger">{message}</Note>}
      {presence.field}
      <Field
        ref={field}
        label={codeText.either}
        name="code"
        autoComplete="one-time-code"
        autoFocus={!hasPassword}
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        error={error}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" variant={danger ? 'danger-fill' : 'primary'} wide busy={busy} disabled={offline}>
        {label}
      </Button>
      <Button wide onClick={onCancel}>
        {commonText.cancel}
      </Button>
    </form>
  );
}
