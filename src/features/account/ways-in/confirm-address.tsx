import { useState } from 'react';
import { useSession } from '../../../data/session/session.ts';
import { changeAddressText } from '../../../text/account.ts';
import { answerText } from '../../../text/answers.ts';
import { authText } from '../../../text/auth.ts';
import { commonText } from '../../../text/common.ts';
import { Button, ButtonLink } from '../../../ui/forms/button.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { AuthResult } from '../auth-result.tsx';
import { useRequest } from '../use-request.ts';
import { confirmAddress } from './change-address.ts';

/**
 * The page that the link to a new address opens. Mail programs and scanners open links too, and another person may have typed the address.
 * So nothing happens until the button is pressed.
 */
export function ConfirmAddress({ token }: { readonly token: string }) {
  const { status } = useSession();
  const [phase, setPhase] = useState<'asking' | 'done' | { readonly failed: string }>('asking');
  const { message, busy, submit } = useRequest({
    send: () => confirmAddress(token),
    onDone: () => setPhase('done'),
    onFailed(failure) {
      const isFinal = failure.code.startsWith('LINK_') || failure.code === 'ADDRESS_TAKEN';
      if (isFinal) setPhase({ failed: answerText(failure) });
      return isFinal;
    },
  });

  const on =
    status === 'signed-in' ? (
      <ButtonLink to="/settings" variant="primary" replace>
        {changeAddressText.openSettings}
      </ButtonLink>
    ) : (
      <ButtonLink to="/auth" variant="primary" replace>
        {authText.signIn}
      </ButtonLink>
    );
  if (phase === 'done')
    return (
      <AuthResult art="lantern" title={changeAddressText.changedTitle} text={changeAddressText.changed}>
        {on}
      </AuthResult>
    );
  if (typeof phase === 'object')
    return (
      <AuthResult art="hourglass" title={changeAddressText.notChangedTitle} text={phase.failed}>
        {on}
      </AuthResult>
    );
  return (
    <AuthResult art="mail" title={changeAddressText.confirmTitle} text={changeAddressText.confirm}>
      {message && <Note kind="danger">{message}</Note>}
      <Button variant="primary" busy={busy} onClick={submit}>
        {busy ? changeAddressText.confirming : changeAddressText.useAddress}
      </Button>
      <ButtonLink to={status === 'signed-in' ? '/posts' : '/'} replace>
        {commonText.notNow}
      </ButtonLink>
    </AuthResult>
  );
}
