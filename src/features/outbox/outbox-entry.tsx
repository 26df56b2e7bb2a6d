import { CircleAlert, Clock } from 'lucide-react';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import { canTakeBack } from '../../../workers/device/pending/row-before.ts';
import { discardRefused } from '../../data/outbox.ts';
import { usePutOff } from '../../data/store/connection.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { useTakeBack } from '../../data/store/pending-writes.ts';
import { commonText } from '../../text/common.ts';
import { outboxText } from '../../text/outbox.ts';
import { classes } from '../../ui/classes.ts';
import { Button, ButtonLink } from '../../ui/forms/button.tsx';
import { copyText } from '../../ui/overlays/copy-text.ts';
import { notify } from '../../ui/overlays/toast.ts';
import { DiscardButton } from './discard-button.tsx';
import { itemTarget, itemText, useItemTitle } from './item-title.ts';
import type { OutboxItem } from './outbox-items.ts';
import styles from './outbox-sheet.module.css';
import { useRefusedTarget } from './use-refused-target.ts';

/** The page to rewrite or view the item; undefined while it is looked up, null if there is none. */
function useItemTarget(item: OutboxItem): { readonly to: string; readonly edits: boolean } | null | undefined {
  const target = useRefusedTarget(item.state === 'failed' ? item.refused : undefined);
  if (item.state === 'pending') return itemTarget(item) ?? null;
  return target ? { to: target, edits: true } : target === null ? null : undefined;
}

/** One pending or refused write, with its actions. */
export function OutboxEntry({ item, sending }: { readonly item: OutboxItem; readonly sending: boolean }) {
  const store = useStore();
  const takeBack = useTakeBack();
  const title = useItemTitle(item);
  const text = itemText(item);
  const target = useItemTarget(item);
  const failed = item.state === 'failed';
  const putOff = usePutOff(item.state === 'pending' ? item.writeId : undefined);
  const discardable = failed || canTakeBack(item.collection, item.pending.row);

  const discard = async () => {
    if (item.state === 'failed') await discardRefused(store, item.writeId);
    else if (!(await takeBack(item.pending))) notify.error(outboxText.discardImpossible);
  };
  return (
    <li className={classes('stack gap-1', styles.item, failed && styles.failed)} data-state={item.state}>
      <p className={styles.title}>{title}</p>
      {text !== undefined && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      <p className={`row gap-2 small small-icons ${styles.state}`}>
        {failed ? <CircleAlert /> : <Clock />}
        <span>
          {item.state === 'failed'
            ? `${outboxText.failed}: ${refusalWording[item.refused.code]}`
            : sending && !putOff
              ? outboxText.sending
              : putOff && sending
                ? outboxText.putOff
                : outboxText.waits}
        </span>
      </p>
      <div className={`wrap gap-2 ${styles.actions}`}>
        {target && (
          <ButtonLink size="small" to={target.to} aria-label={`${target.edits ? commonText.edit : outboxText.open}: ${title}`}>
            {target.edits ? commonText.edit : outboxText.open}
          </ButtonLink>
        )}
        {failed && target === null && text !== undefined && (
          <Button size="small" onClick={() => copyText(text)}>
            {commonText.copyText}
          </Button>
        )}
        {discardable && (
          <DiscardButton itemTitle={title} text={failed ? outboxText.discardFailed : outboxText.discardPending} onDiscard={discard} />
        )}
      </div>
    </li>
  );
}
