import type { RefObject } from 'react';
import { commonText } from '../../text/common.ts';
import { emojiName, reactionText } from '../../text/reactions.ts';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';
import styles from './reaction-details.module.css';
import type { ReactionGroup } from './reaction-groups.ts';

const SHOWN_USERS = 10;

/** Who reacted with what: up to ten people for each emoji, then a count of the others. */
export default function ReactionDetails({
  groups,
  open,
  onOpenChange,
  returnTo,
}: {
  readonly groups: readonly ReactionGroup[];
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly returnTo?: RefObject<HTMLElement | null> | undefined;
}) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={reactionText.title} returnTo={returnTo}>
      <ul className="stack gap-4">
        {groups.map((group) => (
          <li key={group.emoji} className={styles.group}>
            <span className={styles.emoji}>
              <span role="img" aria-label={emojiName(group.emoji)}>
                {group.emoji}
              </span>
              <span className={styles.count}>{group.count}</span>
            </span>
            <ul className="stack gap-2 rest">
              {group.users.slice(0, SHOWN_USERS).map((user) => (
                <li key={user.id} className={`row gap-3 ${styles.user}`} dir="auto">
                  <Avatar userId={user.id} name={user.name} imageUrl={user.imageUrl} size={24} />
                  {user.name}
                </li>
              ))}
              {group.users.length > SHOWN_USERS && <li className={styles.rest}>{commonText.andMore(group.users.length - SHOWN_USERS)}</li>}
            </ul>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
