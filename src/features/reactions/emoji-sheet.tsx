import type { EmojiData } from 'frimousse';
import { type ComponentType, type RefObject, useEffect, useState } from 'react';
import { commonText } from '../../text/common.ts';
import { groupText } from '../../text/groups.ts';
import { reactionText } from '../../text/reactions.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './emoji-sheet.module.css';
import { loadEmoji } from './load-emoji.ts';

type Loaded = { readonly Picker: ComponentType<{ data: EmojiData; onPick: (emoji: string) => void }>; readonly data: EmojiData };

/** Picker and list load on first use. By then the app's files are on the device, except in the first minute after installation. */
async function load(): Promise<Loaded> {
  const [{ default: Picker }, data] = await Promise.all([import('./full-picker.tsx'), loadEmoji()]);
  return { Picker, data };
}

/** All emoji, in a sheet. Render it while it is open. */
export function EmojiSheet({
  onPick,
  onClose,
  returnTo,
}: {
  readonly onPick: (emoji: string) => void;
  readonly onClose: () => void;
  readonly returnTo: RefObject<HTMLElement | null>;
}) {
  const [attempt, setAttempt] = useState(1);
  const [result, setResult] = useState<Loaded | 'failed'>();
  useEffect(() => {
    let wanted = attempt > 0;
    load().then(
      (loaded) => wanted && setResult(loaded),
      () => wanted && setResult('failed'),
    );
    return () => {
      wanted = false;
    };
  }, [attempt]);
  const again = () => {
    setResult(undefined);
    setAttempt(attempt + 1);
  };
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title={groupText.chooseEmoji} returnTo={returnTo}>
      {result === undefined && (
        <div className={styles.waiting} aria-busy="true">
          <span className="visually-hidden">{commonText.loading}</span>
        </div>
      )}
      {result === 'failed' && (
        <div className={styles.failed}>
          <Note kind="danger">{reactionText.emojiFailed}</Note>
          <Button onClick={again}>{commonText.tryAgain}</Button>
        </div>
      )}
      {typeof result === 'object' && <result.Picker data={result.data} onPick={onPick} />}
    </Sheet>
  );
}
