import { useState } from 'react';
import { commonText } from '../../text/common.ts';
import { outboxText } from '../../text/outbox.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';

/** Asks first, because discarding cannot be undone. */
export function DiscardButton({
  itemTitle,
  text,
  onDiscard,
}: {
  /** the title of the discarded item, for screen readers */
  readonly itemTitle: string;
  readonly text: string;
  readonly onDiscard: () => Promise<void>;
}) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const discard = async () => {
    setBusy(true);
    try {
      await onDiscard();
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <>
      <Button size="small" variant="soft" aria-label={outboxText.discardWhat(itemTitle)} onClick={() => setAsking(true)}>
        {commonText.discard}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={outboxText.discardTitle}
        text={text}
        confirmLabel={commonText.discard}
        danger
        busy={busy}
        onConfirm={() => void discard()}
      />
    </>
  );
}
