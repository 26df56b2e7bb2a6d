// The groups that one is in.
import { groupMemberId } from '../../schemas/groups/group.ts';
import { useLiveQuery, useStore } from '../data/local-store.tsx';
import { useFriends } from '../features/friends/use-friends.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Item, List } from '../ui/list.tsx';
import styles from './groups.module.css';

const roles = { owner: 'Owner', admin: 'Admin', member: 'Member' } as const;
const membersText = (count: number) => (count === 1 ? '1 member' : `${count} members`);

export default function GroupsScreen() {
  const { userId } = useStore();
  const friends = useFriends();
  const { rows: groups } = useLiveQuery((store) => store.collections.groups.find(), []);
  const { rows: members } = useLiveQuery((store) => store.collections.group_members.find(), []);
  if (!groups || !friends) return null;
  if (groups.length > 0) {
    return (
      <List label="My Groups">
        {groups.map((group) => {
          const own = members?.find((member) => member.id === groupMemberId(group.id, userId));
          const count = members?.filter((member) => member.group_id === group.id).length ?? 0;
          return (
            <Item
              key={group.id}
              title={group.name}
              line={[membersText(count), group.description].filter(Boolean).join(' · ')}
              status={own && <Chip tone={own.role === 'owner' ? 'owner' : 'role'}>{roles[own.role]}</Chip>}
            />
          );
        })}
      </List>
    );
  }
  return (
    <div className={styles.empty}>
      {friends.length === 0 ? (
        <EmptyState
          art="table"
          title="Build your tribe first"
          text="A group needs people. Invite the ones you would have at your table."
          action={
            <ButtonLink variant="primary" to="/friends">
              Add friends
            </ButtonLink>
          }
        />
      ) : (
        <EmptyState art="pot" title="No groups yet" text="When somebody brings you into a group, it appears here." />
      )}
    </div>
  );
}
