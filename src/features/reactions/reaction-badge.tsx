import { useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './reaction-badge.module.css';
import { type ReactionGroup, reactionTotal } from './reaction-groups.ts';

const SHOWN_EMOJI = 3;
const SHOWN_USERS = 10;

/** Up to three emoji and the total, tinted where one's own is among them; opens who reacted with what. */
export function ReactionBadge({
  groups,
  pop,
}: {
  readonly groups: readonly ReactionGroup[];
  /** each new number pops once */
  readonly pop: number;
}) {
  const [open, setOpen] = useState(false);
  const total = reactionTotal(groups);
  if (total === 0) return null;
  const mine = groups.some((group) => group.mine);
  return (
    <>
      <button
        type="button"
        className={styles.badge}
        data-mine={mine || undefined}
        aria-haspopup="dialog"
        aria-label={`${total} ${total === 1 ? 'reaction' : 'reactions'}${mine ? ', yours among them' : ''}`}
        onClick={() => setOpen(true)}
      >
        <span key={pop} className={pop > 0 ? styles.pop : undefined}>
          {groups.slice(0, SHOWN_EMOJI).map((group) => (
            <span key={group.emoji} className={styles.emoji}>
              {group.emoji}
            </span>
          ))}
        </span>
        {total}
      </button>
      <Sheet open={open} onOpenChange={setOpen} title="Reactions">
        <ul className={styles.groups}>
          {groups.map((group) => (
            <li key={group.emoji} className={styles.group}>
              <span className={styles.large}>{group.emoji}</span>
              <ul className={styles.users}>
                {group.users.slice(0, SHOWN_USERS).map((user) => (
                  <li key={user.id} className={styles.user}>
                    <Avatar userId={user.id} name={user.name} imageUrl={user.imageUrl} size={24} />
                    {user.name}
                  </li>
                ))}
                {group.users.length > SHOWN_USERS && <li className={styles.rest}>and {group.users.length - SHOWN_USERS} more</li>}
              </ul>
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  );
}
