import { useEffect, useState } from 'react';
import { answerText } from '../../text/answers.ts';
import { authText } from '../../text/auth.ts';
import { Button } from '../../ui/button.tsx';
import styles from './provider-button.module.css';
import { goToProvider, type Provider } from './provider-sign-in.ts';

/** The button to sign in through another site, and the divider between it and the form. */
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
  // The browser's back button may restore this page from its cache. The button must then be usable again.
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
    // If leaving succeeded, this page is about to close.
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
