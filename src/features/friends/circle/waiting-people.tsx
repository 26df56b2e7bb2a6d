import type { LocalRow } from '../../../../workers/device/local-row.ts';
import { friendText } from '../../../text/friends.ts';
import { PersonAvatar, PersonName } from '../../people/person-button.tsx';
import { usePeople } from '../../people/use-people.ts';
import { AnswerButtons } from '../invitations/answer-buttons.tsx';
import { useRespond } from '../invitations/use-respond.ts';
import { useThroughFriend } from '../use-through-friend.ts';
import styles from './waiting-card.module.css';

/** Members whose invitation needs an answer, each with the two answer buttons. */
export function WaitingPeople({ waiting }: { readonly waiting: readonly LocalRow<'invitations'>[] }) {
  const personOf = usePeople();
  const throughOf = useThroughFriend();
  const respond = useRespond();
  return (
    <ul className="stack gap-4">
      {waiting.map((invitation) => {
        const { name, imageUrl } = personOf(invitation.inviter_id, {
          name: invitation.inviter_name,
          imageUrl: invitation.inviter_profile_image_url,
        });
        const person = { userId: invitation.inviter_id, name, imageUrl };
        const through = throughOf(invitation.inviter_id);
        return (
          <li key={invitation.id} className="stack gap-3">
            <div className={`row gap-3 ${styles.person}`}>
              <PersonAvatar person={person} />
              <div className="rest">
                <PersonName person={person} className="name" />
                {through && (
                  <span className={`small ${styles.line}`}>
                    {friendText.friendOf} <bdi>{personOf(through).name}</bdi>
                  </span>
                )}
              </div>
            </div>
            <div className="columns gap-2">
              <AnswerButtons invitation={invitation} name={name} onAnswer={(answer) => void respond(invitation.id, answer)} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
