// Where a sign-in through Google comes back to.
import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '../data/session.ts';
import { keepAuthError } from '../features/account/auth-error-message.ts';
import { callbackError } from '../text/auth-text.ts';
import { Spinner } from '../ui/spinner.tsx';

export default function GoogleCallbackScreen() {
  const { status } = useSession();
  return status === 'signed-in' ? <Navigate to="/posts" replace /> : <BackToSignIn />;
}

/** No server takes what Google sends back: whatever it is, the sign-in page says why it led to nothing. */
function BackToSignIn() {
  const navigate = useNavigate();
  const { search } = useLocation();
  useEffect(() => {
    keepAuthError(callbackError(new URLSearchParams(search)));
    void navigate('/auth', { replace: true });
  }, [navigate, search]);
  return <Spinner />;
}
