import { useState } from 'react';
import { authText } from '../../../text/auth.ts';
import { commonText } from '../../../text/common.ts';
import { mailLinkText } from '../../../text/mail-links.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { AuthResult } from '../auth-result.tsx';
import { resendVerification } from '../resend-verification.ts';
import { useRequest } from '../use-request.ts';

/** Shown after sign-up: the link is in the mail. Confirming it in any tab of this browser signs all of them in, and they go on. */
export function VerificationNotice({
  email,
  onWrong,
  onBack,
}: {
  readonly email: string;
  readonly onWrong: () => void;
  readonly onBack: () => void;
}) {
  const [sent, setSent] = useState(false);
  const { message, busy, submit } = useRequest({ send: () => resendVerification({ email }), onDone: () => setSent(true) });
  return (
    <AuthResult
      art="mail"
      title={mailLinkText.checkEmail}
      text={
        <>
          {mailLinkText.created} {mailLinkText.verificationSent} <b>{email}</b>.
        </>
      }
    >
      {message && <Note kind="danger">{message}</Note>}
      {sent && <Note kind="success">{commonText.sentAgain}</Note>}
      {!sent && (
        <Button busy={busy} onClick={submit}>
          {busy ? commonText.sending : authText.sendAgain}
        </Button>
      )}
      <Button variant="quiet" onClick={onWrong}>
        {mailLinkText.wrongAddress}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        {authText.backToSignIn}
      </Button>
    </AuthResult>
  );
}
