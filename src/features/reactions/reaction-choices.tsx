// The views of the button that adds a reaction: the quick emoji, and from there all emoji or who reacted.
import { Popover } from 'radix-ui';
import { type RefObject, useRef } from 'react';
import { quickEmoji, quickMessageEmoji } from '../../../schemas/reactions/quick-emoji.ts';
import { reactionText } from '../../text/reactions.ts';
import { Button } from '../../ui/forms/button.tsx';
import { useCloseOnBack } from '../../ui/overlays/use-close-on-back.ts';
import { EmojiSheet } from './emoji-sheet.tsx';
import { QuickEmoji } from './quick-emoji.tsx';
import styles from './reaction-choices.module.css';
import ReactionDetails from './reaction-details.tsx';
import type { ReactionGroup } from './reaction-groups.ts';

/** The open view; null if none is open. */
export type ChoicesStep = 'quick' | 'all' | 'who' | null;

export default function ReactionChoices({
  step,
  onStep,
  trigger,
  chosen,
  onPick,
  on,
  who,
}: {
  readonly step: ChoicesStep;
  readonly onStep: (step: ChoicesStep) => void;
  /** the button that anchors the popover and gets the focus back */
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly chosen: ReadonlySet<string>;
  readonly onPick: (emoji: string) => void;
  readonly on: 'post' | 'message';
  readonly who: readonly ReactionGroup[];
}) {
  const leftByPress = useRef(false);
  const close = () => onStep(null);
  useCloseOnBack(step === 'quick', close);
  const pick = (emoji: string) => {
    close();
    onPick(emoji);
  };
  return (
    <>
      <Popover.Root open={step === 'quick'} onOpenChange={(quick) => onStep(quick ? 'quick' : null)}>
        <Popover.Anchor virtualRef={trigger as RefObject<HTMLButtonElement>} />
        <Popover.Portal>
          <Popover.Content
            className={styles.picker}
            side="bottom"
            align="start"
            sideOffset={4}
            collisionPadding={12}
            aria-label={reactionText.choose}
            // A click in the popover must not reach the card below, which would open the post.
            onClick={(event) => event.stopPropagation()}
            onInteractOutside={(event) => {
              // Its own button closes it with a click. If this closed it first, that click would open it again.
              if (event.target instanceof Node && trigger.current?.contains(event.target)) event.preventDefault();
              else leftByPress.current = true;
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              // The element that was pressed instead keeps the focus.
              if (!leftByPress.current) trigger.current?.focus();
              leftByPress.current = false;
            }}
          >
            <QuickEmoji
              emoji={on === 'message' ? quickMessageEmoji : quickEmoji}
              columns={on === 'message' ? 6 : 5}
              chosen={chosen}
              onPick={pick}
            />
            <div className={`wrap ${styles.more}`}>
              <Button variant="quiet" size="small" onClick={() => onStep('all')}>
                {reactionText.moreEmoji}
              </Button>
              {who.length > 0 && (
                <Button variant="quiet" size="small" onClick={() => onStep('who')}>
                  {reactionText.whoReacted}
                </Button>
              )}
            </div>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {step === 'all' && <EmojiSheet onPick={pick} onClose={close} returnTo={trigger} />}
      {step === 'who' && <ReactionDetails groups={who} open onOpenChange={close} returnTo={trigger} />}
    </>
  );
}
