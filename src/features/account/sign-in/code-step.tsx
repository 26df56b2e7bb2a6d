import { useState } from 'react';
import { beginBy } from '../../../data/session/session.ts';
import { answerText } from '../../../text/answers.ts';
import { authText } from '../../../text/auth.ts';
import { codeText } from '../../../text/sign-in-ways.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { codeError } from '../field-errors.ts';
import styles from '../request-form.module.css';
import { RequestForm } from '../request-form.tsx';
import { useRequest } from '../use-request.ts';
import step from './code-step.module.css';

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
  return (
    <AuthFrame>
      <h1 className={step.title} tabIndex={-1}>
        {codeText.stepTitle}
      </h1>
      <p className={styles.text}>{recovery ? codeText.recoveryStepText : codeText.stepText}</p>
      <CodeForm key={String(recovery)} recovery={recovery} onOther={() => setRecovery(!recovery)} onBack={onBack} />
    </AuthFrame>
  );
}

function CodeForm({
  recovery,
  onOther,
  onBack,
}: {
  readonly recovery: boolean;
  /** asks for the other kind of code */
  readonly onOther: () => void;
  readonly onBack: (message?: string) => void;
}) {
  const { busy, field, ...form } = useRequest({
    start: { code: '' },
    check: ({ code }) => ({ code: codeError(code) }),
    send: ({ code }) => beginBy('/api/auth/second-factor/sign-in', { code }),
    onFailed(failure) {
      if (failure.code !== 'CODE_TOO_LATE') return false;
      onBack(answerText(failure));
      return true;
    },
  });
  return (
    <RequestForm form={form}>
      {recovery ? (
        <Field
          label={codeText.recoveryCode}
          name="recovery-code"
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          placeholder={codeText.recoveryExample}
          {...field('code')}
        />
      ) : (
        <Field
          label={codeText.code}
          name="code"
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          hint={codeText.codeHint}
          {...field('code')}
        />
      )}
      <button type="button" className={styles.other} onClick={onOther}>
        {recovery ? codeText.useApp : codeText.useRecovery}
      </button>
      <Button type="submit" variant="primary" wide busy={busy}>
        {busy ? codeText.going : codeText.go}
      </Button>
      <Button wide onClick={() => onBack()}>
        {authText.backToSignIn}
      </Button>
    </RequestForm>
  );
}
