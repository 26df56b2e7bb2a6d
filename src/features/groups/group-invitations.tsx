import { useEffect, useRef, useState } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { friendText } from '../../text/friends.ts';
import { groupText } from '../../text/groups.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';
import { useRespond } from '../friends/use-respond.ts';
import { PendingLine } from '../outbox/pending-line.tsx';
import type { PersonOf } from '../people/use-people.ts';
import styles from './group-invitations.module.css';
import { respondToGroupInvitation } from './write-group-invitation.ts';

const MARKED_MS = 2500;

/** Group invitations to the signed-in member. The invitation that the address names is scrolled to and marked for a moment. */
export function GroupInvitations({
  invitations,
  personOf,
  target,
}: {
  readonly invitations: readonly LocalRow<'invitations'>[];
  readonly personOf: PersonOf;
  readonly target: string | null;
}) {
  if (invitations.length === 0) return null;
  return (
    <Section title={groupText.invitations}>
      <ul className={styles.list} aria-label={groupText.invitations}>
        {invitations.map((invitation) => (
          <InvitationCard key={invitation.id} invitation={invitation} personOf={personOf} isTarget={target === invitation.id} />
        ))}
      </ul>
    </Section>
  );
}

function InvitationCard({
  invitation,
  personOf,
  isTarget,
}: {
  readonly invitation: LocalRow<'invitations'>;
  readonly personOf: PersonOf;
  readonly isTarget: boolean;
}) {
  const respond = useRespond(respondToGroupInvitation);
  const card = useRef<HTMLLIElement>(null);
  const [marked, setMarked] = useState(isTarget);
  useEffect(() => {
    if (!isTarget) return;
    setMarked(true);
    card.current?.scrollIntoView({ block: 'center' });
    card.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => setMarked(false), MARKED_MS);
    return () => clearTimeout(timer);
  }, [isTarget]);
  const name = invitation.group_name ?? groupText.aGroup;
  const inviter = personOf(invitation.inviter_id, { name: invitation.inviter_name, imageUrl: null });
  return (
    <li ref={card} className={styles.card} tabIndex={-1} data-arrived={marked || undefined}>
      <Avatar userId={invitation.group_id ?? invitation.id} name={name} size={48} square />
      <div className={styles.body}>
        <p className={styles.name}>{name}</p>
        <p className={styles.line}>
          {groupText.from} {inviter.name} · <RelativeTime iso={invitation.created_at} />
        </p>
        {invitation.status === 'pending' ? (
          <div className={styles.actions}>
            <Button size="small" variant="primary" aria-label={groupText.acceptTo(name)} onClick={() => respond(invitation.id, 'accepted')}>
              {friendText.accept}
            </Button>
            <Button size="small" variant="soft" aria-label={groupText.declineTo(name)} onClick={() => respond(invitation.id, 'declined')}>
              {friendText.decline}
            </Button>
          </div>
        ) : (
          <PendingLine short />
        )}
      </div>
    </li>
  );
}
