import { Copy, ShieldCheck, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { commonText } from '../../../text/common.ts';
import { codeText } from '../../../text/sign-in-ways.ts';
import { useWidth } from '../../../ui/behaviour/use-media.ts';
import { Button, ButtonLink } from '../../../ui/forms/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { codeError } from '../field-errors.ts';
import styles from '../presence/sign-in-ways.module.css';
import { confirmSecondFactor } from '../presence/sign-in-ways.ts';
import formStyles from '../request-form.module.css';
import { RequestForm } from '../request-form.tsx';
import { useRequest } from '../use-request.ts';

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
  const { busy, field, ...form } = useRequest({
    start: { code: '' },
    offline,
    check: ({ code }) => ({ code: codeError(code) }),
    send: ({ code }) => confirmSecondFactor(code),
    onDone: (made) => onCodes(made.recovery_codes),
  });
  const [copied, setCopied] = useState<'copied' | 'failed'>();
  const width = useWidth();
  return (
    <>
      <p>{width === 'desktop' ? codeText.scan : codeText.scanOrOpen}</p>
      <QrCode text={uri} label={codeText.qr} />
      {/* A phone cannot point its camera at itself. */}
      {width !== 'desktop' && (
        <ButtonLink to={uri} variant="soft" wide icon={<Smartphone />}>
          {codeText.openInApp}
        </ButtonLink>
      )}
      <div className={styles.key}>
        <span className={formStyles.text} id="second-factor-key">
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
      <RequestForm form={form}>
        <Field
          label={codeText.code}
          hint={codeText.codeHint}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          {...field('code')}
        />
        <Button type="submit" variant="primary" wide icon={<ShieldCheck />} busy={busy} disabled={offline}>
          {codeText.confirm}
        </Button>
        <Button wide onClick={onCancel}>
          {commonText.cancel}
        </Button>
      </RequestForm>
    </>
  );
}
