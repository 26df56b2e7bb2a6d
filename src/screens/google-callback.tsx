// The page that Google, or another provider, returns to after a sign-in.
import { useCallback, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '../data/session.ts';
import { keepAuthError } from '../features/account/auth-error-message.ts';
import { AuthResult } from '../features/account/auth-result.tsx';
import { addressOfCode, comeBack, destination, destinationState } from '../features/account/provider-return.ts';
import { answerText } from '../text/answers.ts';
import { authText, callbackError } from '../text/auth.ts';
import { commonText } from '../text/common.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';

export default function GoogleCallbackScreen() {
  const { status } = useSession();
  return status === 'signed-in' ? <Navigate to={destination()} state={destinationState()} replace /> : <SigningIn />;
}

/** Passes what came back to the server. If that fails, the sign-in page says why; without a network the visitor can try again. */
function SigningIn() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [offline, setOffline] = useState(false);

  const finish = useCallback(async () => {
    setOffline(false);
    const params = new URLSearchParams(search);
    const answer = params.has('code') && !params.has('error') ? await comeBack(search.slice(1)) : null;
    if (answer?.ok) return;
    if (answer?.code === 'OFFLINE') return setOffline(true);
    // Every way to sign in needs the second factor, except a passkey.
    if (answer?.code === 'CODE_NEEDED') return navigate(addressOfCode(), { replace: true, state: { mode: 'code', asked: destination() } });
    keepAuthError(answer ? answerText(answer) : callbackError(params));
    await navigate('/auth', { replace: true });
  }, [navigate, search]);
  useEffect(() => void finish(), [finish]);

  if (!offline) return <Spinner label={authText.signingIn} />;
  return (
    <AuthResult art="lantern" title={authText.notSignedIn} text={authText.network}>
      <Button variant="primary" onClick={() => void finish()}>
        {commonText.tryAgain}
      </Button>
      <ButtonLink to="/auth" replace>
        {authText.backToSignIn}
      </ButtonLink>
    </AuthResult>
  );
}
