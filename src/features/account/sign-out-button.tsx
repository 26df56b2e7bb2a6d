import { LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { signOut } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

const unsentText = (unsent: number): string =>
  unsent === 1 ? 'One thing you wrote has not been sent yet.' : `${unsent} things you wrote have not been sent yet.`;

/** With a connection, what was written a moment ago is on its way: that is worth waiting for before asking. */
const SENDING_MS = 3000;

/** Signs out and erases what this device holds. Where something could not be sent it asks first. */
export function SignOutButton() {
  const connection = useConnection();
  const [phase, setPhase] = useState<'ready' | 'sending' | 'leaving'>('ready');
  const [unsent, setUnsent] = useState(0);
  const busy = phase !== 'ready';

  const leave = async (evenIfUnsent: boolean) => {
    setPhase('leaving');
    const result = await signOut({ evenIfUnsent });
    // Once it is done the signed-out routes have taken over.
    if (result.done) return;
    setPhase('ready');
    setUnsent(result.unsent);
  };

  const sending = phase === 'sending';
  const nothingWaits = connection.unsent === 0 || connection.kind === 'offline';
  // biome-ignore lint/correctness/useExhaustiveDependencies: what happens on leaving is the same whenever it was made.
  useEffect(() => {
    if (!sending) return;
    const timer = setTimeout(() => void leave(false), nothingWaits ? 0 : SENDING_MS);
    return () => clearTimeout(timer);
  }, [sending, nothingWaits]);
  return (
    <>
      <Button variant="soft" wide icon={<LogOut />} busy={busy} onClick={() => setPhase('sending')}>
        {busy ? 'Signing out...' : 'Sign out'}
      </Button>
      <ConfirmDialog
        open={unsent > 0}
        onOpenChange={(open) => !open && setUnsent(0)}
        title="Sign out without sending?"
        text={`${unsentText(unsent)} Signing out erases it from this device. Stay signed in and it is sent when you are back online.`}
        confirmLabel="Sign out anyway"
        cancelLabel="Stay signed in"
        danger
        busy={busy}
        onConfirm={() => void leave(true)}
      />
    </>
  );
}
