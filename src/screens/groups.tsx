// The member's groups, and the invitations to groups.
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useConnection } from '../data/store/connection.ts';
import { useBlocked } from '../features/friends/blocking/use-blocked.ts';
import { useFirstInvitation } from '../features/friends/invitations/use-first-invitation.ts';
import { useFriends } from '../features/friends/use-friends.ts';
import { GroupInvitations } from '../features/groups/group-invitations.tsx';
import { ConversationRow } from '../features/groups/list/conversation-row.tsx';
import { sortGroups } from '../features/groups/list/sort-groups.ts';
import { useLatestMessages } from '../features/groups/list/use-latest-messages.ts';
import { useNewestOpen } from '../features/groups/list/use-newest-open.ts';
import { useReceivedGroupInvitations } from '../features/groups/use-group-invitations.ts';
import { useGroups } from '../features/groups/use-groups.ts';
import { usePeople } from '../features/people/use-people.ts';
import { usePage } from '../shell/page.tsx';
import { commonText } from '../text/common.ts';
import { groupText } from '../text/groups.ts';
import { firstWords, invitationText } from '../text/invitations.ts';
import { useWidth } from '../ui/behaviour/use-media.ts';
import { ButtonLink } from '../ui/forms/button.tsx';
import { Section } from '../ui/section.tsx';
import { ConnectionError } from '../ui/states/connection-error.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { RowSkeleton } from '../ui/states/skeleton.tsx';
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
  const wide = useWidth() === 'desktop';
  const opens = wide && sorted !== undefined && sorted.length > 0;
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
  if (opens || !sorted || !invitations || !friends) return <Waiting leadsOn={wide} />;
  if (!something && !known) return <Waiting />;
  return (
    <>
      <GroupInvitations invitations={invitations} personOf={personOf} target={params.get('invitation')} />
      {sorted.length > 0 ? (
        <Section title={groupText.mine}>
          <ul className="stack" aria-label={groupText.mine}>
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
function Waiting({ leadsOn }: { readonly leadsOn?: boolean }) {
  return (
    <div className="stack gap-3 late" aria-busy="true" data-leads-on={leadsOn || undefined}>
      <span className="visually-hidden" role="status">
        {groupText.loading}
      </span>
      <div className={`stack gap-5 ${styles.rows}`} aria-hidden="true">
        {['52%', '40%', '60%'].map((width) => (
          <RowSkeleton key={width} picture="3.5rem" square lines={[width, '80%']} />
        ))}
      </div>
    </div>
  );
}
