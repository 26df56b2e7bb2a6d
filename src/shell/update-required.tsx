import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useConnection } from '../data/connection.ts';
import { stateText } from '../text/state-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { notify } from '../ui/toast.ts';
import { comeToNewVersion } from './service-worker.ts';

/** Comes to the newest version of the app, which takes as long as it takes to fetch it. */
export function NewVersionButton({ variant, size }: Pick<ButtonProps, 'variant' | 'size'>) {
  const [busy, setBusy] = useState(false);
  const reload = async () => {
    setBusy(true);
    // Once it is there the page goes.
    if (await comeToNewVersion()) return;
    setBusy(false);
    notify.error(stateText.newVersionMissing);
  };
  return (
    <Button variant={variant} size={size} busy={busy} onClick={() => void reload()}>
      {busy ? stateText.newVersionComes : 'Reload'}
    </Button>
  );
}

/** The server no longer understands this version. What was written stays queued for the next one. */
export function UpdateRequired() {
  if (!useConnection().updateRequired) return null;
  return (
    <Banner icon={<Sparkles />} action={<NewVersionButton variant="quiet" size="small" />}>
      <b>{stateText.newVersion}</b> – what you wrote is sent once you reload.
    </Banner>
  );
}
