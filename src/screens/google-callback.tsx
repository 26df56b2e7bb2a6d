// The page that Google, or another provider, returns to: after a sign-in, or after a member has shown there that it is they.
import { lazy, Suspense, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import type { Answer } from '../data/session/request.ts';
import { useSession } from '../data/session/session.ts';
import { keepAuthError } from '../features/account/auth-error-message.ts';
import { BackFromProvider } from '../features/account/back-from-provider.tsx';
import { presenceFrom } from '../features/account/presence/presence-from.ts';
import { addressOfCode, comeBack, destination, destinationState } from '../features/account/sign-in/provider-return.ts';
import { answerText } from '../text/answers.ts';
import { authText } from '../text/auth.ts';
import { providerText } from '../text/provider.ts';
import { ButtonLink } from '../ui/forms/button.tsx';
import { Spinner } from '../ui/states/spinner.tsx';

/** Visitors who only sign in do not load this. */
const ShowingPresence = lazy(async () => ({
  default: (await import('../features/account/presence/showing-presence.tsx')).ShowingPresence,
}));

export default function GoogleCallbackScreen() {
  const { status } = useSession();
  const [from] = useState(presenceFrom);
  if (from !== null && status === 'signed-in') {
    return (
      <Suspense fallback={<Spinner label={providerText.signingIn} />}>
        <ShowingPresence />
      </Suspense>
    );
  }
  return status === 'signed-in' ? <Navigate to={destination()} state={destinationState()} replace /> : <SigningIn />;
}

/** Signs in with what came back. If that fails, the sign-in page says why. */
function SigningIn() {
  const navigate = useNavigate();
  const end = (answer: Answer<unknown>) => {
    if (answer.ok) return;
    // Every way to sign in needs the second factor, except a passkey.
    if (answer.code === 'CODE_NEEDED')
      return void navigate(addressOfCode(), { replace: true, state: { mode: 'code', asked: destination() } });
    keepAuthError(answerText(answer));
    void navigate('/auth', { replace: true });
  };
  return (
    <BackFromProvider
      send={comeBack}
      onEnd={end}
      label={providerText.signingIn}
      title={providerText.notSignedIn}
      back={
        <ButtonLink to="/auth" replace>
          {authText.backToSignIn}
        </ButtonLink>
      }
    />
  );
}
