import type { EmojiData } from 'frimousse';
import type { ComponentType, RefObject } from 'react';
import { groupText } from '../../text/groups.ts';
import { reactionText } from '../../text/reactions.ts';
import { LoadingSheet } from '../../ui/overlays/loading-sheet.tsx';
import { loadEmoji } from './load-emoji.ts';

type Loaded = { readonly Picker: ComponentType<{ data: EmojiData; onPick: (emoji: string) => void }>; readonly data: EmojiData };

/** Picker and list load on first use. By then the app's files are on the device, except in the first minute after installation. */
async function load(): Promise<Loaded> {
  const [{ default: Picker }, data] = await Promise.all([import('./full-picker.tsx'), loadEmoji()]);
  return { Picker, data };
}

/** As high as the picker. */
const HEIGHT = 'calc(min(22rem, 46dvh) + var(--target) + var(--space-2))';

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
  return (
    <LoadingSheet
      title={groupText.chooseEmoji}
      failedText={reactionText.emojiFailed}
      blockSize={HEIGHT}
      load={load}
      onClose={onClose}
      returnTo={returnTo}
    >
      {({ Picker, data }) => <Picker data={data} onPick={onPick} />}
    </LoadingSheet>
  );
}
