// The member's groups, and the invitations to groups.
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useConnection } from '../data/connection.ts';
import { useBlocked } from '../features/friends/use-blocked.ts';
import { useFirstInvitation } from '../features/friends/use-first-invitation.ts';
import { useFriends } from '../features/friends/use-friends.ts';
import { WaitingAbove } from '../features/friends/waiting-card.tsx';
import { ConversationRow } from '../features/groups/conversation-row.tsx';
import { GroupInvitations } from '../features/groups/group-invitations.tsx';
import { sortGroups } from '../features/groups/sort-groups.ts';
import { useReceivedGroupInvitations } from '../features/groups/use-group-invitations.ts';
import { useGroups } from '../features/groups/use-groups.ts';
import { useLatestMessages } from '../features/groups/use-latest-messages.ts';
import { useNewestOpen } from '../features/groups/use-newest-open.ts';
import { usePeople } from '../features/people/use-people.ts';
import { usePage } from '../shell/page.tsx';
import { commonText } from '../text/common.ts';
import { groupText } from '../text/groups.ts';
import { firstWords, invitationText } from '../text/invitations.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ConnectionError } from '../ui/connection-error.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Section } from '../ui/section.tsx';
import { RowSkeleton } from '../ui/skeleton.tsx';
import { useWidth } from '../ui/use-media.ts';
import styles from './groups.module.css';

const none: readonly string[] = [];

export default function GroupsScreen() {
  const personOf = usePeople();
  const friends = useFriends();
  const invitations = useReceivedGroupInvitations();
  const friendly = useFirstInvitation();
  const { groups, error } = useGroups();
  const latest = useLatestMessages(groups?.map(({ group }) => group.id) ?? none);
  const { kind, filled, retry } = useConnection();
  const blocked = useBlocked();
  const [params] = useSearchParams();
  const sorted = groups && sortGroups(groups, latest);
  // On a wide screen the newest conversation opens, with the list of groups beside it.
  const opens = useWidth() === 'desktop' && sorted !== undefined && sorted.length > 0;
  useNewestOpen(opens && sorted.every(({ group }) => latest.has(group.id)) ? sorted[0]?.group.id : undefined);
  usePage({
    actions: useMemo(
      () => (
        <ButtonLink to="/groups/create" variant="quiet" icon={<Plus />}>
          {groupText.create}
        </ButtonLink>
      ),
      [],
    ),
  });

  const something = (groups?.length ?? 0) > 0 || (invitations?.length ?? 0) > 0;
  const known = filled('groups') && filled('group_members') && filled('invitations') && filled('friends');
  if (!something && (error || (kind === 'offline' && groups && !known))) {
    return <ConnectionError text={groupText.fetchFailed} onRetry={retry} />;
  }
  if (opens || !sorted || !invitations || !friends || (!something && !known)) return <Waiting />;
  return (
    <>
      <WaitingAbove />
      <GroupInvitations invitations={invitations} personOf={personOf} target={params.get('invitation')} />
      {sorted.length > 0 ? (
        <Section title={groupText.mine}>
          <ul className={styles.list} aria-label={groupText.mine}>
            {sorted.map((held) => (
              <ConversationRow
                key={held.group.id}
                entry={held}
                latest={latest.get(held.group.id)}
                current={false}
                wide
                personOf={personOf}
                blocked={blocked}
              />
            ))}
          </ul>
        </Section>
      ) : friends.length === 0 && friendly ? (
        <EmptyState page={invitations.length === 0} art="table" title={firstWords(friendly).title} text={invitationText.groupsLater} />
      ) : friends.length === 0 ? (
        <EmptyState
          page={invitations.length === 0}
          art="table"
          title={commonText.buildTribe}
          text={groupText.needsPeople}
          action={
            <ButtonLink variant="primary" to="/friends">
              {commonText.addFriends}
            </ButtonLink>
          }
        />
      ) : (
        <EmptyState
          page={invitations.length === 0}
          art="pot"
          title={groupText.none}
          text={groupText.noneText}
          action={
            <ButtonLink variant="primary" to="/groups/create">
              {groupText.createFirst}
            </ButtonLink>
          }
        />
      )}
    </>
  );
}

/** Placeholder rows, once loading takes long enough to show them. */
function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <span className="visually-hidden" role="status">
        {groupText.loading}
      </span>
      <div className={styles.rows} aria-hidden="true">
        {['52%', '40%', '60%'].map((width) => (
          <RowSkeleton key={width} picture="3.5rem" square lines={[width, '80%']} />
        ))}
      </div>
    </div>
  );
}
