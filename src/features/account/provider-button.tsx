import { useEffect, useState } from 'react';
import { answerText } from '../../text/answers.ts';
import { authText } from '../../text/auth.ts';
import { Button } from '../../ui/button.tsx';
import styles from './provider-button.module.css';
import { goToProvider, type Provider } from './provider-sign-in.ts';

/** The way in through another site, and the line between it and the form. */
export function ProviderButton({
  provider,
  invite,
  asked,
  onMessage,
}: {
  readonly provider: Provider;
  readonly invite: string | undefined;
  /** the page to come back to */
  readonly asked: string | undefined;
  readonly onMessage: (message: string | undefined) => void;
}) {
  const [busy, setBusy] = useState(false);
  // Whoever comes back from there by the button of the browser finds the page as they left it.
  useEffect(() => {
    const back = (event: PageTransitionEvent) => {
      if (event.persisted) setBusy(false);
    };
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);

  const go = async () => {
    setBusy(true);
    onMessage(undefined);
    const answer = await goToProvider(invite, asked);
    // Where it began, the page is about to go.
    if (answer.ok) return;
    setBusy(false);
    onMessage(answerText(answer));
  };
  return (
    <div className={styles.provider}>
      <Button wide busy={busy} className={styles.button} onClick={() => void go()}>
        {authText.continueWith} {provider.name}
      </Button>
      <p className={styles.or}>{authText.orUseEmail}</p>
    </div>
  );
}
