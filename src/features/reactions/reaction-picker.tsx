import { SmilePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { reactionText } from '../../text/reactions.ts';
import { useLoaded } from '../../ui/behaviour/use-loaded.ts';
import { IconButton } from '../../ui/forms/icon-button.tsx';
import { notify } from '../../ui/overlays/toast.ts';
import { loadChoices } from './load.ts';
import type { ChoicesStep } from './reaction-choices.tsx';
import type { ReactionGroup } from './reaction-groups.ts';
import styles from './reaction-picker.module.css';

const noGroups: readonly ReactionGroup[] = [];

/**
 * The button that adds a reaction, and its popover with the quick emoji: fifteen for posts and comments, six for messages. All other emoji
 * are one press further. Escape closes it and returns the focus to the button.
 */
export function ReactionPicker({
  chosen,
  onPick,
  label = reactionText.react,
  on = 'post',
  who = noGroups,
}: {
  readonly chosen: ReadonlySet<string>;
  readonly onPick: (emoji: string) => void;
  readonly label?: string;
  /** the type of the target, which decides the quick emoji */
  readonly on?: 'post' | 'message';
  /** the present reactions, if nothing else on the screen shows who made them */
  readonly who?: readonly ReactionGroup[];
}) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [step, setStep] = useState<ChoicesStep>(null);
  const [asked, setAsked] = useState(false);
  const Choices = useLoaded(loadChoices, asked, () => {
    setAsked(false);
    setStep(null);
    notify.error(reactionText.emojiFailed);
  });
  const open = step === 'quick';
  return (
    <>
      <IconButton
        ref={trigger}
        label={label}
        icon={<SmilePlus />}
        className={styles.trigger}
        aria-haspopup="dialog"
        aria-expanded={open}
        data-state={open ? 'open' : 'closed'}
        onClick={() => {
          setAsked(true);
          setStep(open ? null : 'quick');
        }}
      />
      {asked && Choices && <Choices step={step} onStep={setStep} trigger={trigger} chosen={chosen} onPick={onPick} on={on} who={who} />}
    </>
  );
}
