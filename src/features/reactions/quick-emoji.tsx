import { type KeyboardEvent, useRef, useState } from 'react';
import { emojiName, reactionText } from '../../text/reactions.ts';
import styles from './quick-emoji.module.css';

/** The index that an arrow key leads to in a grid with this many columns; undefined for any other key. */
export function gridStep(key: string, from: number, count: number, columns: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (from + 1) % count;
    case 'ArrowLeft':
      return (from + count - 1) % count;
    case 'ArrowDown':
      return (from + columns) % count;
    case 'ArrowUp':
      return (from + count - columns) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** The quick emoji in a grid: one tab stop, arrow keys inside. Used in a popover or in the sheet of a message. */
export function QuickEmoji({
  emoji,
  columns,
  chosen,
  onPick,
}: {
  readonly emoji: readonly string[];
  readonly columns: 5 | 6;
  readonly chosen: ReadonlySet<string>;
  readonly onPick: (emoji: string) => void;
}) {
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const [current, setCurrent] = useState(0);
  const move = (event: KeyboardEvent) => {
    const next = gridStep(event.key, current, emoji.length, columns);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    buttons.current[next]?.focus();
  };
  return (
    <div role="toolbar" aria-label={reactionText.title} className={styles.grid} data-columns={columns} onKeyDown={move}>
      {emoji.map((one, index) => (
        <button
          key={one}
          ref={(button) => {
            buttons.current[index] = button;
          }}
          type="button"
          className={styles.emoji}
          tabIndex={index === current ? 0 : -1}
          aria-label={emojiName(one)}
          aria-pressed={chosen.has(one)}
          title={emojiName(one)}
          onFocus={() => setCurrent(index)}
          onClick={() => onPick(one)}
        >
          {one}
        </button>
      ))}
    </div>
  );
}
