import { useState } from 'react';
import { blockedText } from '../../../text/blocking.ts';
import { commonText } from '../../../text/common.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { notify } from '../../../ui/overlays/toast.ts';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { useWrite } from '../../outbox/use-write.ts';
import styles from './block-question.module.css';
import { block } from './blocked.ts';

/** Asks whether to block a member, and blocks them: on this device at once, with or without a connection. */
export function BlockQuestion({
  person: { userId, name, imageUrl },
  open,
  onOpenChange,
  onBlocking,
  onBlocked,
}: {
  readonly person: { readonly userId: string; readonly name: string; readonly imageUrl: string | null };
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** called before the block, which removes this person and everything that shows them */
  readonly onBlocking?: (() => void) | undefined;
  readonly onBlocked?: (() => void) | undefined;
}) {
  const write = useWrite();
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    onBlocking?.();
    if (await write((store) => block(store, { id: userId, name }), commonText.didNotWork)) {
      notify.success(blockedText.blocked(name));
      onBlocked?.();
    }
    setBusy(false);
    onOpenChange(false);
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!busy) onOpenChange(next);
      }}
      title={blockedText.askToBlock(name)}
      text={
        <div className={styles.ask}>
          <Avatar userId={userId} name={name} imageUrl={imageUrl} size={48} />
          <div className={`stack gap-2 ${styles.words}`}>
            {blockedText.askToBlockText.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
          <p className={`small ${styles.undo}`}>{blockedText.undo}</p>
        </div>
      }
      confirmLabel={blockedText.block}
      danger
      busy={busy}
      onConfirm={() => void confirm()}
    />
  );
}
