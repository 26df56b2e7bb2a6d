import { emojiName } from '../../text/reactions.ts';
import { classes } from '../../ui/classes.ts';
import styles from './reaction-chip.module.css';
import type { ReactionGroup } from './reaction-groups.ts';

/** The reactions of a comment or a message, one chip per emoji. A chip toggles the viewer's own reaction. */
export function ReactionChips({
  groups,
  onToggle,
}: {
  readonly groups: readonly ReactionGroup[];
  readonly onToggle: (emoji: string) => void;
}) {
  if (groups.length === 0) return null;
  return (
    <div className={`row wrap gap-2 ${styles.chips}`}>
      {groups.map((group) => (
        <button
          key={group.emoji}
          type="button"
          className={classes(styles.chip, styles.small)}
          aria-pressed={group.mine}
          aria-label={`${emojiName(group.emoji)}, ${group.count}`}
          // The second click of a double click would undo the first one.
          onClick={(event) => event.detail < 2 && onToggle(group.emoji)}
        >
          <span className={styles.emoji}>{group.emoji}</span>
          {group.count}
        </button>
      ))}
    </div>
  );
}
