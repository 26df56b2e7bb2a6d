import { useState } from 'react';
import { reactionText } from '../../text/reactions.ts';
import { useLoaded } from '../../ui/behaviour/use-loaded.ts';
import { classes } from '../../ui/classes.ts';
import { notify } from '../../ui/overlays/toast.ts';
import { FacePile } from '../../ui/people/face-pile.tsx';
import { loadDetails } from './load.ts';
import styles from './reaction-chip.module.css';
import { mostUsed, type ReactionGroup, reactionTotal, reactors } from './reaction-groups.ts';

const SHOWN_EMOJI = 3;

/**
 * Faces of people who reacted, up to three emoji and the total, tinted if the viewer reacted too. Pressing it shows who reacted with what.
 */
export function ReactionBadge({
  groups,
  pop,
}: {
  readonly groups: readonly ReactionGroup[];
  /** animates once for each new number */
  readonly pop: number;
}) {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const Details = useLoaded(loadDetails, asked, () => {
    setAsked(false);
    setOpen(false);
    notify.error(reactionText.loadFailed);
  });
  const total = reactionTotal(groups);
  if (total === 0) return null;
  const mine = groups.some((group) => group.mine);
  const sorted = mostUsed(groups);
  return (
    <>
      <button
        type="button"
        className={classes(styles.chip, styles.large)}
        data-mine={mine || undefined}
        aria-haspopup="dialog"
        aria-label={reactionText.count(total, mine)}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        <FacePile people={reactors(sorted)} small />
        <span key={pop} className={pop > 0 ? styles.pop : undefined}>
          {sorted.slice(0, SHOWN_EMOJI).map((group) => (
            <span key={group.emoji} className={styles.emoji}>
              {group.emoji}
            </span>
          ))}
        </span>
        {total}
      </button>
      {asked && Details && <Details groups={sorted} open={open} onOpenChange={setOpen} />}
    </>
  );
}
