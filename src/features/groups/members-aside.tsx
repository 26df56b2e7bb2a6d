import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useStore } from '../../data/store/local-store.tsx';
import { groupText, membersText, roleNames } from '../../text/groups.ts';
import { Card } from '../../ui/card.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useFriends } from '../friends/use-friends.ts';
import { PersonName } from '../people/person-button.tsx';
import { usePeople } from '../people/use-people.ts';
import { GroupPicture } from './group-picture.tsx';
import styles from './members-aside.module.css';
import { useInvitedToGroup } from './use-group-invitations.ts';
import { useGroup } from './use-groups.ts';

/**
 * The members of a group and its pending invitations, beside the conversation on very wide screens. Shows nothing if the group is not
 * stored.
 */
export function MembersAside({ groupId }: { readonly groupId: string }) {
  const { userId } = useStore();
  const titleId = useId();
  const state = useGroup(groupId);
  const personOf = usePeople();
  const friends = new Set(useFriends()?.map((friend) => friend.friend_id));
  // Only the owner and admins have these rows.
  const asked = useInvitedToGroup(groupId).filter((invitation) => invitation.status === 'pending');
  if (state.phase !== 'held') return null;
  const { group, members, memberCount } = state;
  return (
    <>
      <Card as="section" stack aria-labelledby={titleId}>
        <div className="row gap-3">
          <GroupPicture group={group} size={48} />
          <h2 id={titleId}>{membersText(memberCount)}</h2>
        </div>
        {group.description && (
          <p className={styles.about} dir="auto">
            {group.description}
          </p>
        )}
        <ul className="stack">
          {members.map((member) => {
            const person = personOf(member.user_id, { name: member.user_name, imageUrl: member.user_profile_image_url });
            return (
              <li key={member.id} className={`row gap-3 ${styles.person}`}>
                <Avatar userId={member.user_id} name={person.name} imageUrl={person.imageUrl} />
                <span className={styles.words}>
                  {member.user_id === userId ? (
                    <span className={styles.name}>
                      <bdi>{person.name}</bdi> {groupText.youToo}
                    </span>
                  ) : friends.has(member.user_id) ? (
                    <Link to={`/friends/${member.user_id}`} className={styles.name}>
                      <bdi>{person.name}</bdi>
                    </Link>
                  ) : (
                    <PersonName person={{ userId: member.user_id, ...person }} className={styles.name} />
                  )}
                  {member.role !== 'member' && <span className="meta">{roleNames[member.role]}</span>}
                </span>
              </li>
            );
          })}
        </ul>
      </Card>
      {asked.length > 0 && (
        <Card as="section" stack aria-label={groupText.asked}>
          <h2>{groupText.asked}</h2>
          <ul className="stack">
            {asked.map((invitation) => {
              const id = invitation.receiver_user_id ?? invitation.id;
              const { name, imageUrl } = personOf(id, {
                name: invitation.receiver_name,
                imageUrl: invitation.receiver_profile_image_url,
              });
              return (
                <li key={invitation.id} className={`row gap-3 ${styles.person}`}>
                  <Avatar userId={id} name={name} imageUrl={imageUrl} />
                  <span className={styles.words}>
                    <bdi className={styles.name}>{name}</bdi>
                    <RelativeTime iso={invitation.created_at} className="meta" />
                  </span>
                </li>
              );
            })}
          </ul>
        </Card>
      )}
    </>
  );
}
