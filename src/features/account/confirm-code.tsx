import { Copy, ShieldCheck } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { answerText } from '../../text/answers.ts';
import { commonText } from '../../text/common.ts';
import { codeText } from '../../text/sign-in-ways.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import form from './sign-in-form.module.css';
import styles from './sign-in-ways.module.css';
import { confirmSecondFactor } from './sign-in-ways.ts';

/** Shows the secret for the authenticator app, and asks for a code to prove that the app has the secret. */
export function ConfirmCode({
  secret,
  uri,
  offline,
  onCodes,
  onCancel,
}: {
  readonly secret: string;
  readonly uri: string;
  readonly offline: boolean;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [copied, setCopied] = useState<'copied' | 'failed'>();
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || offline) return;
    setError(code.trim() ? undefined : codeText.codeRequired);
    if (!code.trim()) return;
    setBusy(true);
    const answer = await confirmSecondFactor(code);
    setBusy(false);
    if (answer.ok) return onCodes(answer.data.recovery_codes);
    setError(answerText(answer));
    field.current?.focus();
    field.current?.select();
  };
  return (
    <form className={form.form} noValidate onSubmit={(event) => void submit(event)}>
      <p>{codeText.scan}</p>
      <QrCode text={uri} label={codeText.qr} />
      <div className={styles.key}>
        <span className={form.text} id="second-factor-key">
          {codeText.key}
        </span>
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <div className={styles.row}>
          <Button
            size="small"
            icon={<Copy />}
            aria-describedby="second-factor-key"
            onClick={() =>
              void navigator.clipboard.writeText(secret).then(
                () => setCopied('copied'),
                () => setCopied('failed'),
              )
            }
          >
            {copied === 'copied' ? codeText.copied : codeText.copy}
          </Button>
        </div>
        {copied === 'failed' && <Note kind="danger">{codeText.copyFailed}</Note>}
      </div>
      <Field
        ref={field}
        label={codeText.code}
        hint={codeText.codeHint}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        error={error}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" variant="primary" wide icon={<ShieldCheck />} busy={busy} disabled={offline}>
        {codeText.confirm}
      </Button>
      <Button wide onClick={onCancel}>
        {commonText.cancel}
      </Button>
    </form>
  );
}
