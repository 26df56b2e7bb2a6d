import { Sparkles } from 'lucide-react';
import { useConnection } from '../data/connection.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

/** The server no longer understands this version. What was written stays queued for the next one. */
export function UpdateRequired() {
  if (!useConnection().updateRequired) return null;
  const reload = async () => {
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.update().catch(() => undefined);
    // Where a new worker waits, taking it reloads the page; else the page itself is what has to be fetched.
    if (registration?.waiting) registration.waiting.postMessage({ type: 'SKIP_WAITING' });
    else location.reload();
  };
  return (
    <Banner
      icon={<Sparkles />}
      action={
        <Button variant="quiet" size="small" onClick={() => void reload()}>
          Reload
        </Button>
      }
    >
      <b>New version</b> – what you wrote is sent once you reload.
    </Banner>
  );
}
