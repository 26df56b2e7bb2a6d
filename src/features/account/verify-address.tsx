import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { verify } from '../../data/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { answerText } from './answer-text.ts';
import { AuthFrame } from './auth-frame.tsx';
import { AuthResult } from './auth-result.tsx';

/**
 * The page that the link of the mail opens. Opening consumes nothing, since mail programs and scanners open links too; the page
 * asks the server itself, which signs in.
 */
export function VerifyAddress({ token }: { readonly token: string }) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<{ readonly text: string; readonly again: boolean }>();
  const asked = useRef('');

  const ask = async () => {
    setFailure(undefined);
    const answer = await verify({ token });
    if (answer.ok) await navigate('/posts', { replace: true });
    else setFailure({ text: answerText(answer), again: answer.status === 0 || answer.status >= 500 || answer.status === 429 });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each token, however often this is mounted.
  useEffect(() => {
    if (asked.current === token) return;
    asked.current = token;
    void ask();
  }, [token]);

  if (!failure)
    return (
      <AuthFrame heading="Confirming your address" centred>
        <Spinner label="Confirming your address..." />
      </AuthFrame>
    );
  return (
    <AuthResult art="letter" title={failure.again ? 'Not confirmed yet' : 'Link Expired'} text={failure.text}>
      {failure.again && (
        <Button variant="primary" onClick={() => void ask()}>
          Try again
        </Button>
      )}
      <ButtonLink to="/auth" replace>
        Back to Sign In
      </ButtonLink>
    </AuthResult>
  );
}
