import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { signOut } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

const unsentText = (unsent: number): string =>
  unsent === 1 ? 'One thing you wrote has not been sent yet.' : `${unsent} things you wrote have not been sent yet.`;

/** Signs out and erases what this device holds. Where something was not sent yet it asks first. */
export function SignOutButton() {
  const [busy, setBusy] = useState(false);
  const [unsent, setUnsent] = useState(0);
  const leave = async (evenIfUnsent: boolean) => {
    setBusy(true);
    const result = await signOut({ evenIfUnsent });
    // Once it is done the signed-out routes have taken over.
    if (result.done) return;
    setBusy(false);
    setUnsent(result.unsent);
  };
  return (
    <>
      <Button variant="soft" wide icon={<LogOut />} busy={busy} onClick={() => void leave(false)}>
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
