import { Check } from 'lucide-react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { friendText } from '../../text/friends.ts';
import { Item, List } from '../../ui/list.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';
import { Section } from '../../ui/section.tsx';
import { PendingLine, usePendingMark } from '../outbox/pending-line.tsx';
import { firstName } from '../people/first-name.ts';
import { showProfile } from '../people/shown-person.ts';
import type { PersonOf } from '../people/use-people.ts';
import { StandingActions, standingText } from './standing-actions.tsx';
import { useHidden } from './use-network.ts';
import { type PersonStanding, useStandings } from './use-standings.ts';

const order = { you: 0, friends: 1, invited: 2, 'invited-you': 2, open: 2 } as const;

/** The friends of a friend: the signed-in member first, then friends in common, then people they do not know yet. */
export function TheirFriends({
  name,
  friendships,
  personOf,
}: {
  readonly name: string;
  readonly friendships: readonly LocalRow<'friends'>[];
  readonly personOf: PersonOf;
}) {
  const standingOf = useStandings();
  const hidden = useHidden().ids;
  if (!standingOf || !hidden) return null;
  // An invited person keeps their place, so that nothing moves under the finger that pressed.
  const people = friendships
    .filter(({ friend_id: id }) => !hidden.has(id))
    .map(({ friend_id: id }) => ({ id, ...personOf(id), at: standingOf(id) }))
    .sort((a, b) => order[a.at.standing] - order[b.at.standing] || a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
  if (people.length === 0) return null;
  const title = friendText.theirs(firstName(name));
  return (
    <Section title={title}>
      <List label={title}>
        {people.map((person) => (
          <TheirFriend key={person.id} person={person} at={person.at} />
        ))}
      </List>
    </Section>
  );
}

function TheirFriend({
  person,
  at,
}: {
  readonly person: { readonly id: string; readonly name: string; readonly imageUrl: string | null };
  readonly at: PersonStanding;
}) {
  const { id, name, imageUrl } = person;
  const pending = usePendingMark(at.invitation ?? { pending: 0, write_id: '' });
  const words = standingText[at.standing];
  return (
    <Item
      lead={<Avatar userId={id} name={name} imageUrl={imageUrl} />}
      title={<bdi>{name}</bdi>}
      line={pending && <PendingLine short />}
      status={
        words && (
          <>
            {at.standing === 'friends' && <Check />}
            {words}
          </>
        )
      }
      {...(at.standing === 'friends' ? { to: `/friends/${id}` } : { onPress: () => showProfile({ userId: id, name, imageUrl }) })}
      noArrow
      actionsBelow={at.standing === 'invited-you'}
      actions={at.standing !== 'you' && at.standing !== 'friends' && <StandingActions person={person} at={at} />}
    />
  );
}
