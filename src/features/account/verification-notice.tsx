import { useState } from 'react';
import { answerText } from '../../text/answers.ts';
import { authText } from '../../text/auth.ts';
import { commonText } from '../../text/common.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { AuthResult } from './auth-result.tsx';
import { resendVerification } from './sign-up.ts';

/** Shown after sign-up: the link is in the mail. */
export function VerificationNotice({ email, onBack }: { readonly email: string; readonly onBack: () => void }) {
  const [state, setState] = useState<'ready' | 'sending' | 'sent'>('ready');
  const [error, setError] = useState<string>();
  const resend = async () => {
    setState('sending');
    setError(undefined);
    const answer = await resendVerification({ email });
    setState(answer.ok ? 'sent' : 'ready');
    if (!answer.ok) setError(answerText(answer));
  };
  return (
    <AuthResult
      art="mail"
      title={authText.checkEmail}
      text={
        <>
          {authText.created} {authText.verificationSent} <b>{email}</b>.
        </>
      }
    >
      {error && <Note kind="danger">{error}</Note>}
      {state === 'sent' && <Note kind="success">{commonText.sentAgain}</Note>}
      <Button onClick={onBack}>{authText.backToSignIn}</Button>
      {state !== 'sent' && (
        <Button variant="quiet" busy={state === 'sending'} onClick={() => void resend()}>
          {state === 'sending' ? commonText.sending : authText.sendAgain}
        </Button>
      )}
    </AuthResult>
  );
}
