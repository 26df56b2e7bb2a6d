import { CircleAlert, Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import { canTakeBack } from '../../../workers/device/row-before.ts';
import { useStore } from '../../data/local-store.tsx';
import { discardRefused } from '../../data/outbox.ts';
import { useTakeBack } from '../../data/pending-writes.ts';
import { commonText } from '../../text/common.ts';
import { outboxText } from '../../text/outbox.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { notify } from '../../ui/toast.ts';
import { DiscardButton } from './discard-button.tsx';
import { itemPlace, itemText, useItemTitle } from './item-title.ts';
import type { OutboxItem } from './outbox-items.ts';
import styles from './outbox-sheet.module.css';
import { refusedTarget } from './refused-target.ts';

/** The page to rewrite or view the item; undefined while it is looked up, null if there is none. */
function usePlace(item: OutboxItem): { readonly to: string; readonly edits: boolean } | null | undefined {
  const store = useStore();
  const [target, setTarget] = useState<string | null>();
  const refused = item.state === 'failed' ? item.refused : undefined;
  useEffect(() => {
    if (!refused) return undefined;
    let wanted = true;
    refusedTarget(store, refused).then(
      (found) => wanted && setTarget(found ?? null),
      () => wanted && setTarget(null),
    );
    return () => {
      wanted = false;
    };
  }, [store, refused]);
  if (item.state === 'pending') return itemPlace(item) ?? null;
  return target ? { to: target, edits: true } : target === null ? null : undefined;
}

/** One pending or refused write, with its actions. */
export function OutboxEntry({ item, sending }: { readonly item: OutboxItem; readonly sending: boolean }) {
  const store = useStore();
  const takeBack = useTakeBack();
  const title = useItemTitle(item);
  const text = itemText(item);
  const place = usePlace(item);
  const failed = item.state === 'failed';
  const discardable = failed || canTakeBack(item.collection, item.pending.row);

  const discard = async () => {
    if (item.state === 'failed') await discardRefused(store, item.writeId);
    else if (!(await takeBack(item.pending))) notify.error(outboxText.discardImpossible);
  };
  return (
    <li className={classes(styles.item, failed && styles.failed)} data-state={item.state}>
      <p className={styles.title}>{title}</p>
      {text !== undefined && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      <p className={styles.state}>
        {failed ? <CircleAlert /> : <Clock />}
        <span>
          {item.state === 'failed'
            ? `${outboxText.failed}: ${refusalWording[item.refused.code]}`
            : sending
              ? outboxText.sending
              : outboxText.waits}
        </span>
      </p>
      <div className={styles.actions}>
        {place && (
          <ButtonLink size="small" to={place.to} aria-label={`${place.edits ? commonText.edit : outboxText.open}: ${title}`}>
            {place.edits ? commonText.edit : outboxText.open}
          </ButtonLink>
        )}
        {failed && place === null && text !== undefined && <CopyButton text={text} />}
        {discardable && (
          <DiscardButton itemTitle={title} text={failed ? outboxText.discardFailed : outboxText.discardPending} onDiscard={discard} />
        )}
      </div>
    </li>
  );
}

/** A text that cannot be sent any more can at least be copied. */
function CopyButton({ text }: { readonly text: string }) {
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => notify.success(commonText.copied),
      () => notify.error(commonText.copyFailed),
    );
  };
  return (
    <Button size="small" onClick={copy}>
      {commonText.copyText}
    </Button>
  );
}
