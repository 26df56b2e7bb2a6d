import { useEffect, useState } from 'react';
import { answerText } from '../../../text/answers.ts';
import { providerText } from '../../../text/provider.ts';
import { Button } from '../../../ui/forms/button.tsx';
import styles from './provider-button.module.css';
import { goToProvider } from './provider-sign-in.ts';

/** The button to sign in through another site, and the divider between it and a form that follows. */
export function ProviderButton({
  site,
  invite,
  asked,
  isLast = false,
  onMessage,
}: {
  /** its name */
  readonly site: string;
  readonly invite: string | undefined;
  /** the page to come back to */
  readonly asked: string | undefined;
  /** below the form, without a divider */
  readonly isLast?: boolean;
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
    <div className="stack gap-4">
      <Button wide busy={busy} className={styles.button} onClick={() => void go()}>
        {providerText.continueWith} {site}
      </Button>
      {!isLast && <p className={`row gap-3 small ${styles.or}`}>{providerText.orUseEmail}</p>}
    </div>
  );
}
