import type { LocalRow } from '../../../../workers/device/local-row.ts';
import { friendText } from '../../../text/friends.ts';
import { Item, List } from '../../../ui/list.tsx';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Section } from '../../../ui/section.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { PendingLine } from '../../outbox/pending-line.tsx';
import { showProfile } from '../../people/shown-person.ts';
import type { PersonOf } from '../../people/use-people.ts';
import { Empty } from '../empty.tsx';
import { useThroughFriend } from '../use-through-friend.ts';
import { AnswerButtons } from './answer-buttons.tsx';
import type { ArrivalOf } from './use-invitation-arrival.ts';
import { useRespond } from './use-respond.ts';

/** Invitations that the signed-in member received. */
export function ReceivedInvitations({
  invitations,
  arrivalOf,
  personOf,
  missing,
}: {
  readonly invitations: readonly LocalRow<'invitations'>[];
  /** the arrival key of the invitation that the address names */
  readonly arrivalOf: ArrivalOf;
  readonly personOf: PersonOf;
  /** whether the invitations could not be fetched yet, so that an empty list means nothing */
  readonly missing: boolean;
}) {
  const respond = useRespond();
  const throughOf = useThroughFriend();
  if (invitations.length === 0) {
    return (
      <Section title={friendText.received}>
        {missing ? (
          <Note kind="danger">{friendText.receivedFailed}</Note>
        ) : (
          <Empty collection="invitations">{friendText.noneReceived}</Empty>
        )}
      </Section>
    );
  }
  return (
    <Section title={friendText.received}>
      <List label={friendText.received}>
        {invitations.map((invitation) => {
          const { name, imageUrl } = personOf(invitation.inviter_id, {
            name: invitation.inviter_name,
            imageUrl: invitation.inviter_profile_image_url,
          });
          const through = throughOf(invitation.inviter_id);
          return (
            <Item
              key={invitation.id}
              arrival={arrivalOf(invitation.id)}
              lead={<Avatar userId={invitation.inviter_id} name={name} imageUrl={imageUrl} />}
              title={<bdi>{name}</bdi>}
              onPress={() => showProfile({ userId: invitation.inviter_id, name, imageUrl })}
              line={
                <>
                  {through && (
                    <>
                      {friendText.friendOf} <bdi>{personOf(through).name}</bdi> ·{' '}
                    </>
                  )}
                  <RelativeTime iso={invitation.created_at} />
                  {invitation.status === 'accepted' && <PendingLine short />}
                </>
              }
              actionsBelow
              actions={
                invitation.status === 'pending' && (
                  <AnswerButtons invitation={invitation} name={name} onAnswer={(answer) => void respond(invitation.id, answer)} />
                )
              }
            />
          );
        })}
      </List>
    </Section>
  );
}
