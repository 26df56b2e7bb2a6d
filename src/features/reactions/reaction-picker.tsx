import { SmilePlus } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import { quickEmoji, quickMessageEmoji } from '../../../schemas/reactions/reaction.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmojiSheet } from './emoji-sheet.tsx';
import { QuickEmoji } from './quick-emoji.tsx';
import { ReactionDetails } from './reaction-details.tsx';
import type { ReactionGroup } from './reaction-groups.ts';
import styles from './reaction-picker.module.css';

const noGroups: readonly ReactionGroup[] = [];

/**
 * The button that adds a reaction and its popover with the quick emoji, fifteen for posts and comments and six for messages, from which
 * all others are a press away. Escape closes and gives the focus back to the button.
 */
export function ReactionPicker({
  chosen,
  onPick,
  label = 'React',
  on = 'post',
  who = noGroups,
}: {
  readonly chosen: ReadonlySet<string>;
  readonly onPick: (emoji: string) => void;
  readonly label?: string;
  /** what is reacted to: says which emoji are at hand */
  readonly on?: 'post' | 'message';
  /** the reactions that stand, where nothing else on the screen says whose they are */
  readonly who?: readonly ReactionGroup[];
}) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<'quick' | 'all' | 'who' | null>(null);
  const close = () => setOpen(null);
  const pick = (emoji: string) => {
    close();
    onPick(emoji);
  };
  return (
    <>
      <Popover.Root open={open === 'quick'} onOpenChange={(quick) => setOpen(quick ? 'quick' : null)}>
        <Popover.Trigger asChild>
          <IconButton ref={trigger} label={label} icon={<SmilePlus />} className={styles.trigger} />
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
              onPick={pick}
            />
            <div className={styles.more}>
              <Button variant="quiet" size="small" onClick={() => setOpen('all')}>
                More emoji
              </Button>
              {who.length > 0 && (
                <Button variant="quiet" size="small" onClick={() => setOpen('who')}>
                  Who reacted
                </Button>
              )}
            </div>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {open === 'all' && <EmojiSheet onPick={pick} onClose={close} returnTo={trigger} />}
      {open === 'who' && <ReactionDetails groups={who} open onOpenChange={close} returnTo={trigger} />}
    </>
  );
}
