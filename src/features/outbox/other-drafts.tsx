import { useEffect, useRef } from 'react';
import type { OtherDrafts as Others } from '../../data/drafts/drafts.ts';
import { outboxText } from '../../text/outbox.ts';
import { Button } from '../../ui/forms/button.tsx';
import kept from '../../ui/states/kept-text.module.css';
import { DiscardButton } from './discard-button.tsx';
import { draftLine } from './draft-line.ts';
import styles from './other-drafts.module.css';

/**
 * Other drafts of the same form, to use or to discard: another tab was writing at the same place. Shows nothing if there are none.
 * `onActed` sets the focus, because the pressed button may no longer exist.
 */
export function OtherDrafts({ others, onActed }: { readonly others: Others; readonly onActed: () => void }) {
  const { drafts, besideOwn, take, discard } = others;
  const acted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once what was pressed has had its effect on what is shown
  useEffect(() => {
    if (acted.current) onActed();
    acted.current = false;
  }, [drafts]);
  if (drafts.length === 0) return null;
  return (
    <section aria-label={outboxText.otherDraft} className={styles.others}>
      <p role="status" className={kept.title}>
        {besideOwn ? outboxText.bothKept : outboxText.otherKept}
      </p>
      <div className="stack gap-3">
        {drafts.map((draft) => (
          <div key={draft.id}>
            <p className={kept.text} data-clamped dir="auto">
              {draftLine(draft.value)}
            </p>
            <div className={`wrap gap-2 ${styles.actions}`}>
              <Button
                size="small"
                variant="soft"
                onClick={() => {
                  acted.current = true;
                  void take(draft);
                }}
              >
                {outboxText.useOther}
              </Button>
              <DiscardButton
                itemTitle={outboxText.theOther}
                text={outboxText.discardDraft}
                onDiscard={() => {
                  acted.current = true;
                  return discard(draft);
                }}
              />
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}
