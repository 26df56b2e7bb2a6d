import { Card } from '../../ui/card.tsx';
import { PersonAvatar, PersonName } from '../profiles/person-button.tsx';
import { usePeople } from '../profiles/use-people.ts';
import { AnswerButtons } from './answer-buttons.tsx';
import { useInvitations } from './use-invitations.ts';
import { useRespond } from './use-respond.ts';
import { useThroughFriend } from './use-through-friend.ts';
import styles from './waiting-card.module.css';

/** Who waits for an answer, beside the column on wide screens; nothing where nobody does. */
export function WaitingCard() {
  const personOf = usePeople();
  const throughOf = useThroughFriend();
  const respond = useRespond();
  const waiting = useInvitations()?.received.filter((invitation) => invitation.status === 'pending') ?? [];
  if (waiting.length === 0) return null;
  return (
    <Card as="section" stack>
      <h2>Waiting for you</h2>
      <ul className={styles.list}>
        {waiting.map((invitation) => {
          const { name, imageUrl } = personOf(invitation.inviter_id, {
            name: invitation.inviter_name,
            imageUrl: invitation.inviter_profile_image_url,
          });
          const person = { userId: invitation.inviter_id, name, imageUrl };
          const through = throughOf(invitation.inviter_id);
          return (
            <li key={invitation.id} className={styles.person}>
              <div className={styles.row}>
                <PersonAvatar person={person} />
                <div className={styles.words}>
                  <PersonName person={person} className={styles.name} />
                  {through && (
                    <span className={styles.line}>
                      Friend of <bdi>{personOf(through).name}</bdi>
                    </span>
                  )}
                </div>
              </div>
              <div className={styles.actions}>
                <AnswerButtons name={name} onAnswer={(answer) => respond(invitation.id, answer)} />
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
