import { useEffect, useRef, useState } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { friendText } from '../../text/friends.ts';
import { groupText } from '../../text/groups.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';
import { useRespond } from '../friends/invitations/use-respond.ts';
import { PendingLine } from '../outbox/pending-line.tsx';
import type { PersonOf } from '../people/use-people.ts';
import styles from './group-invitations.module.css';
import { useDeclineAll } from './use-decline-all.tsx';
import { respondToGroupInvitation } from './write-group-invitation.ts';

const MARKED_MS = 2500;

/** More open invitations than this from one person become one card, so that nobody's invitations bury those of others. */
const SHOWN_OF_ONE = 3;

/**
 * Group invitations to the signed-in member. The invitation that the address names is scrolled to and marked for a moment. Several can be
 * declined together: all of them, or those of a person who sent many.
 */
export function GroupInvitations({
  invitations,
  personOf,
  target,
}: {
  readonly invitations: readonly LocalRow<'invitations'>[];
  readonly personOf: PersonOf;
  readonly target: string | null;
}) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const { ask, question } = useDeclineAll();
  if (invitations.length === 0) return question;
  const pending = invitations.filter(({ status }) => status === 'pending');
  const from = (inviterId: string) => pending.filter(({ inviter_id }) => inviter_id === inviterId);
  const isOpened = (inviterId: string) => opened.has(inviterId) || from(inviterId).some(({ id }) => id === target);
  return (
    <Section
      title={groupText.invitations}
      action={
        pending.length > 1 && (
          <Button size="small" variant="quiet" onClick={() => ask(pending)}>
            {groupText.declineAll}
          </Button>
        )
      }
    >
      <ul className="stack gap-3" aria-label={groupText.invitations}>
        {invitations.map((invitation) => {
          const { inviter_id: inviterId } = invitation;
          const sameSender = invitation.status === 'pending' ? from(inviterId) : [];
          if (sameSender.length <= SHOWN_OF_ONE || isOpened(inviterId)) {
            return <InvitationCard key={invitation.id} invitation={invitation} personOf={personOf} isTarget={target === invitation.id} />;
          }
          if (sameSender[0] !== invitation) return null;
          const { name, imageUrl } = personOf(inviterId, { name: invitation.inviter_name, imageUrl: invitation.inviter_profile_image_url });
          return (
            <li key={inviterId} className={`wrap gap-3 card ${styles.card}`}>
              <Avatar userId={inviterId} name={name} imageUrl={imageUrl} size={48} />
              <div className={styles.body}>
                <p className={`clamp ${styles.name}`}>
                  <bdi>{name}</bdi> {groupText.invitesInto(sameSender.length)}
                </p>
                <div className={`wrap gap-2 ${styles.actions}`}>
                  <Button
                    size="small"
                    aria-label={groupText.showAllOf(name)}
                    onClick={() => setOpened((before) => new Set([...before, inviterId]))}
                  >
                    {groupText.showAll}
                  </Button>
                  <Button size="small" variant="soft" aria-label={groupText.declineAllOf(name)} onClick={() => ask(sameSender, name)}>
                    {groupText.declineAll}
                  </Button>
                </div>
              </div>
            </li>
          );
        })}
      </ul>
      {question}
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
    <li ref={card} className={`wrap gap-3 card ${styles.card}`} tabIndex={-1} data-arrived={marked || undefined}>
      <Avatar userId={invitation.group_id ?? invitation.id} name={name} size={48} square />
      <div className={styles.body}>
        <p className={`clamp ${styles.name}`}>{name}</p>
        <p className="small clamp">
          {groupText.from} <bdi>{inviter.name}</bdi> · <RelativeTime iso={invitation.created_at} />
        </p>
        {invitation.status === 'pending' ? (
          <div className={`wrap gap-2 ${styles.actions}`}>
            <Button
              size="small"
              variant="primary"
              aria-label={groupText.acceptTo(name)}
              onClick={() => void respond(invitation.id, 'accepted')}
            >
              {friendText.accept}
            </Button>
            <Button
              size="small"
              variant="soft"
              aria-label={groupText.declineTo(name)}
              onClick={() => void respond(invitation.id, 'declined')}
            >
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
