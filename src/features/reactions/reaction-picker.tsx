import { SmilePlus } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { quickEmoji, quickMessageEmoji } from '../../../schemas/reactions/reaction.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { QuickEmoji } from './quick-emoji.tsx';
import styles from './reaction-picker.module.css';

/**
 * The button that adds a reaction and its popover with the quick emoji, fifteen for posts and comments and six for messages.
 * Escape closes and gives the focus back to the button.
 */
export function ReactionPicker({
  chosen,
  onPick,
  label = 'React',
  on = 'post',
}: {
  readonly chosen: ReadonlySet<string>;
  readonly onPick: (emoji: string) => void;
  readonly label?: string;
  /** what is reacted to: says which emoji are at hand */
  readonly on?: 'post' | 'message';
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
          <QuickEmoji
            emoji={on === 'message' ? quickMessageEmoji : quickEmoji}
            columns={on === 'message' ? 6 : 5}
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
