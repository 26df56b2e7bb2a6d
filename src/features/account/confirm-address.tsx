import { useState } from 'react';
import { useSession } from '../../data/session.ts';
import { changeAddressText } from '../../text/account.ts';
import { answerText } from '../../text/answers.ts';
import { authText } from '../../text/auth.ts';
import { commonText } from '../../text/common.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { AuthResult } from './auth-result.tsx';
import { confirmAddress } from './change-address.ts';

type Phase = 'asking' | 'sending' | 'done' | { readonly failed: string };

/**
 * The page that the link to a new address opens. Mail programs and scanners open links too, and another person may have typed the address.
 * So nothing happens until the button is pressed.
 */
export function ConfirmAddress({ token }: { readonly token: string }) {
  const { status } = useSession();
  const [phase, setPhase] = useState<Phase>('asking');
  const [message, setMessage] = useState<string>();

  const confirm = async () => {
    setPhase('sending');
    setMessage(undefined);
    const answer = await confirmAddress(token);
    if (answer.ok) setPhase('done');
    else if (answer.code.startsWith('LINK_') || answer.code === 'ADDRESS_TAKEN') setPhase({ failed: answerText(answer) });
    else {
      setPhase('asking');
      setMessage(answerText(answer));
    }
  };

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
      <AuthResult art="letter" title={changeAddressText.notChangedTitle} text={phase.failed}>
        {on}
      </AuthResult>
    );
  return (
    <AuthResult art="mail" title={changeAddressText.confirmTitle} text={changeAddressText.confirm}>
      {message && <Note kind="danger">{message}</Note>}
      <Button variant="primary" busy={phase === 'sending'} onClick={() => void confirm()}>
        {phase === 'sending' ? changeAddressText.confirming : changeAddressText.useAddress}
      </Button>
      <ButtonLink to={status === 'signed-in' ? '/posts' : '/'} replace>
        {commonText.notNow}
      </ButtonLink>
    </AuthResult>
  );
}
