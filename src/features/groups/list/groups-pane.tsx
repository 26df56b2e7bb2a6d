import { Plus } from 'lucide-react';
import { useId } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { groupText } from '../../../text/groups.ts';
import { pageTitle } from '../../../text/pages.ts';
import { ButtonLink } from '../../../ui/forms/button.tsx';
import { Section } from '../../../ui/section.tsx';
import { useBlocked } from '../../friends/blocking/use-blocked.ts';
import { usePeople } from '../../people/use-people.ts';
import { GroupInvitations } from '../group-invitations.tsx';
import { useReceivedGroupInvitations } from '../use-group-invitations.ts';
import { useGroups } from '../use-groups.ts';
import { ConversationRow } from './conversation-row.tsx';
import styles from './groups-pane.module.css';
import { sortGroups } from './sort-groups.ts';
import { useLatestMessages } from './use-latest-messages.ts';

const none: readonly string[] = [];

/** The signed-in member's groups beside a conversation on wide screens, the one with the newest message first. */
export default function GroupsPane() {
  const titleId = useId();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const personOf = usePeople();
  const blocked = useBlocked();
  const invitations = useReceivedGroupInvitations() ?? [];
  const groups = useGroups().groups ?? [];
  const latest = useLatestMessages(groups.length > 0 ? groups.map(({ group }) => group.id) : none);
  return (
    <nav className={styles.pane} aria-labelledby={titleId}>
      <div className={`row wrap ${styles.head}`}>
        <h2 id={titleId} className="title">
          {pageTitle.groups}
        </h2>
        <ButtonLink to="/groups/create" variant="quiet" icon={<Plus />}>
          {groupText.create}
        </ButtonLink>
      </div>
      <GroupInvitations invitations={invitations} personOf={personOf} target={params.get('invitation')} />
      {groups.length > 0 && (
        <Section title={groupText.mine}>
          <ul className={`stack ${styles.list}`} aria-label={groupText.mine}>
            {sortGroups(groups, latest).map((held) => (
              <ConversationRow
                key={held.group.id}
                entry={held}
                latest={latest.get(held.group.id)}
                current={pathname === `/groups/${held.group.id}`}
                personOf={personOf}
                blocked={blocked}
              />
            ))}
          </ul>
        </Section>
      )}
    </nav>
  );
}
