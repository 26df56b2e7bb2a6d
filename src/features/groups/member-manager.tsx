import { Crown, ShieldMinus, ShieldPlus, UserMinus } from 'lucide-react';
import { useState } from 'react';
import type { GroupRole } from '../../../schemas/groups/group-roles.ts';
import { may } from '../../../schemas/groups/group-roles.ts';
import { checkRemoveMember, checkSetRole } from '../../../schemas/groups/group-rules.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { groupText, membersText } from '../../text/groups.ts';
import { Item, List } from '../../ui/list.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';
import { Section } from '../../ui/section.tsx';
import { PendingLine, usePendingMark } from '../outbox/pending-line.tsx';
import { PersonName } from '../people/person-button.tsx';
import type { PersonOf } from '../people/use-people.ts';
import { AddPeople } from './add-people.tsx';
import { PendingInvitations } from './pending-invitations.tsx';
import { RoleBadge } from './role-badge.tsx';
import { useAct } from './use-act.ts';
import { removeMember, setRole } from './write-group.ts';

interface MemberManagerProps {
  readonly groupId: string;
  readonly role: GroupRole;
  readonly members: readonly LocalRow<'group_members'>[];
  readonly personOf: PersonOf;
}

/** The members of a group, and its invitations. Owner and admins add people; the owner assigns roles and removes members. */
export function MemberManager(props: MemberManagerProps) {
  const { groupId, role, members, personOf } = props;
  return (
    <>
      <Section
        title={membersText(Math.max(1, members.length))}
        action={may(role, 'inviteMember') && <AddPeople groupId={groupId} members={members} personOf={personOf} />}
      >
        <List label={groupText.membersTitle}>
          {members.map((member) => (
            <MemberItem key={member.id} member={member} {...props} />
          ))}
        </List>
      </Section>
      {may(role, 'inviteMember') && <PendingInvitations groupId={groupId} role={role} personOf={personOf} />}
    </>
  );
}

type Asking = 'remove' | 'handOver' | null;

function MemberItem({ groupId, role, member, personOf }: MemberManagerProps & { readonly member: LocalRow<'group_members'> }) {
  const store = useStore();
  const { busy, act } = useAct();
  const [asking, setAsking] = useState<Asking>(null);
  const pending = usePendingMark(member);
  const own = member.user_id === store.userId;
  const { name, imageUrl } = personOf(member.user_id, { name: member.user_name, imageUrl: member.user_profile_image_url });
  const facts = { role, targetRole: member.role };
  const give = (next: GroupRole) => act((store) => setRole(store, groupId, member.user_id, next), groupText.roleFailed);

  const items: MenuItem[] = [];
  if (checkSetRole(facts).allowed) {
    if (member.role === 'member') items.push({ label: groupText.makeAdmin, icon: <ShieldPlus />, onSelect: () => void give('admin') });
    else items.push({ label: groupText.makeMember, icon: <ShieldMinus />, onSelect: () => void give('member') });
    items.push({ label: groupText.makeOwner, icon: <Crown />, onSelect: () => setAsking('handOver') });
  }
  if (checkRemoveMember(facts).allowed)
    items.push({ label: groupText.removeFromGroup, icon: <UserMinus />, danger: true, onSelect: () => setAsking('remove') });

  const confirm = async () => {
    await (asking === 'remove' ? act((store) => removeMember(store, groupId, member.user_id), groupText.removeFailed) : give('owner'));
    setAsking(null);
  };
  return (
    <>
      <Item
        lead={<Avatar userId={member.user_id} name={name} imageUrl={imageUrl} />}
        title={own ? `${name} ${groupText.youToo}` : <PersonName person={{ userId: member.user_id, name, imageUrl }} />}
        line={pending && <PendingLine short changed />}
        status={member.role !== 'member' && <RoleBadge role={member.role} />}
        actions={items.length > 0 && <Menu label={groupText.manage(name)} items={items} />}
      />
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => open || setAsking(null)}
        title={asking === 'remove' ? groupText.askToRemove(name) : groupText.askToMakeOwner(name)}
        text={asking === 'remove' ? groupText.removeText : groupText.makeOwnerText}
        confirmLabel={asking === 'remove' ? groupText.remove : groupText.makeOwner}
        danger={asking === 'remove'}
        busy={busy}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
