import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { useOnline } from '../../data/use-online.ts';
import { blockedText } from '../../text/blocked-text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { notify } from '../../ui/toast.ts';
import { block } from './blocked.ts';

/** Blocks somebody, after asking. It needs a connection, and says so before it asks. */
export function BlockPerson({
  userId,
  name,
  onLeaving,
  onBlocked,
}: {
  readonly userId: string;
  readonly name: string;
  /** true as soon as they are about to go, and what shows them with it; false where they stay after all */
  readonly onLeaving?: (leaving: boolean) => void;
  readonly onBlocked: () => void;
}) {
  const { kind } = useConnection();
  const offline = !useOnline() || kind === 'offline';
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<'offline' | 'blockFailed'>();

  const confirm = async () => {
    setBusy(true);
    onLeaving?.(true);
    const answer = await block(userId);
    setBusy(false);
    setAsking(false);
    if (answer.ok) {
      notify.success(blockedText.blocked(name));
      onBlocked();
      return;
    }
    onLeaving?.(false);
    setSaid('blockFailed');
  };
  return (
    <>
      {said === 'offline' && offline && <Note kind="warning">{blockedText.blockOffline}</Note>}
      {said === 'blockFailed' && <Note kind="danger">{blockedText.failedToChange}</Note>}
      <Button
        variant="danger-quiet"
        wide
        icon={<Ban />}
        aria-label={blockedText.blockWho(name)}
        onClick={() => {
          setSaid(offline ? 'offline' : undefined);
          setAsking(!offline);
        }}
      >
        {blockedText.block}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => {
          if (!busy) setAsking(open);
        }}
        title={blockedText.askToBlock(name)}
        text={blockedText.askToBlockText}
        confirmLabel={blockedText.block}
        danger
        busy={busy}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
