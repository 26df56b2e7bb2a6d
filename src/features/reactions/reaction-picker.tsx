import { SmilePlus } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, useRef, useState } from 'react';
import { quickEmoji } from '../../../schemas/reactions/reaction.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { emojiName } from './emoji-names.ts';
import styles from './reaction-picker.module.css';

const COLUMNS = 5;

/** Where an arrow key leads in the grid; undefined for a key that is not one. */
export function pickerStep(key: string, from: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (from + 1) % count;
    case 'ArrowLeft':
      return (from + count - 1) % count;
    case 'ArrowDown':
      return (from + COLUMNS) % count;
    case 'ArrowUp':
      return (from + count - COLUMNS) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/**
 * The button that adds a reaction and its popover with the quick emoji. One tab stop, arrow keys inside, Escape closes
 * and gives the focus back to the button.
 */
export function ReactionPicker({
  chosen,
  onPick,
  label = 'React',
}: {
  readonly chosen: ReadonlySet<string>;
  readonly onPick: (emoji: string) => void;
  readonly label?: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton label={label} icon={<SmilePlus />} className={styles.trigger} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.picker}
          side="bottom"
          align="start"
          sideOffset={4}
          collisionPadding={12}
          aria-label="Choose a reaction"
          // A click in the popover must not reach the card below, which would open the post.
          onClick={(event) => event.stopPropagation()}
        >
          <Grid
            chosen={chosen}
            onPick={(emoji) => {
              setOpen(false);
              onPick(emoji);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Grid({ chosen, onPick }: { readonly chosen: ReadonlySet<string>; readonly onPick: (emoji: string) => void }) {
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const [current, setCurrent] = useState(0);
  const move = (event: KeyboardEvent) => {
    const next = pickerStep(event.key, current, quickEmoji.length);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    buttons.current[next]?.focus();
  };
  return (
    <div role="toolbar" aria-label="Reactions" className={styles.grid} onKeyDown={move}>
      {quickEmoji.map((emoji, index) => (
        <button
          key={emoji}
          ref={(button) => {
            buttons.current[index] = button;
          }}
          type="button"
          className={styles.emoji}
          tabIndex={index === current ? 0 : -1}
          aria-label={emojiName(emoji)}
          aria-pressed={chosen.has(emoji)}
          title={emojiName(emoji)}
          onFocus={() => setCurrent(index)}
          onClick={() => onPick(emoji)}
        >
          {emoji}
        </button>
      ))}
    </div>
  );
}
