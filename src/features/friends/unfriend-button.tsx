import { UserRoundMinus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStore } from '../../data/local-store.tsx';
import { templates } from '../../text/messages.ts';
import { refusalText } from '../../text/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toast.ts';
import { unfriend } from './write-friendship.ts';

/** Ends the friendship, after asking; leads back to those who stay. */
export function UnfriendButton({
  friendId,
  name,
  onLeaving,
}: {
  readonly friendId: string;
  readonly name: string;
  /** true as soon as the friendship is about to go, and the page with it; false where it stays after all */
  readonly onLeaving: (leaving: boolean) => void;
}) {
  const store = useStore();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  const end = async () => {
    setBusy(true);
    onLeaving(true);
    try {
      const verdict = await unfriend(store, { userId: store.userId }, friendId);
      if (verdict.allowed) {
        notify.success(templates.UNFRIENDED({ name }));
        void navigate('/friends', { replace: true });
        return;
      }
      notify.error(templates.UNFRIEND_FAILED({ detail: refusalText[verdict.code] }));
    } catch {
      notify.error(templates.UNFRIEND_FAILED({ detail: 'it could not be saved on this device.' }));
    }
    onLeaving(false);
    setBusy(false);
    setAsking(false);
  };
  return (
    <>
      <Button variant="danger-quiet" icon={<UserRoundMinus />} onClick={() => setAsking(true)}>
        Unfriend
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Unfriend ${name}?`}
        text={`You and ${name} will no longer see what either shares with friends. This cannot be undone: to be friends again, one has to invite the other.`}
        confirmLabel="Unfriend"
        danger
        busy={busy}
        onConfirm={() => void end()}
      />
    </>
  );
}
