import { checkCancelGroupInvitation } from '../../../schemas/groups/group-invitation-rules.ts';
import type { GroupRole } from '../../../schemas/groups/group-roles.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { commonText } from '../../text/common.ts';
import { friendText } from '../../text/friends.ts';
import { groupText } from '../../text/groups.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Item, List } from '../../ui/list.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';
import type { PersonOf } from '../people/use-people.ts';
import { useAct } from './use-act.ts';
import { useInvitedToGroup } from './use-group-invitations.ts';
import { cancelGroupInvitation } from './write-group-invitation.ts';

/** Invitations into a group that nobody has accepted yet. Who may take one back has a button for it. Shows nothing if there are none. */
export function PendingInvitations({
  groupId,
  role,
  personOf,
}: {
  readonly groupId: string;
  readonly role: GroupRole;
  readonly personOf: PersonOf;
}) {
  const { userId } = useStore();
  const { act } = useAct();
  const invited = useInvitedToGroup(groupId);
  if (invited.length === 0) return null;
  return (
    <Section title={groupText.pending}>
      <List label={groupText.pending}>
        {invited.map((invitation) => {
          const id = invitation.receiver_user_id ?? invitation.id;
          const { name, imageUrl } = personOf(id, { name: invitation.receiver_name, imageUrl: invitation.receiver_profile_image_url });
          const sent = invitation.inviter_id === userId;
          const cancel = () =>
            act((store) => cancelGroupInvitation(store, invitation.id), friendText.inviteCancelFailed, friendText.inviteCancelled);
          return (
            <Item
              key={invitation.id}
              lead={<Avatar userId={id} name={name} imageUrl={imageUrl} />}
              title={name}
              line={
                <>
                  {invitation.status === 'declined' ? groupText.declinedThen : ''}
                  <RelativeTime iso={invitation.created_at} />
                </>
              }
              actions={
                checkCancelGroupInvitation({ role, sent, status: invitation.status }).allowed && (
                  <Button size="small" variant="soft" aria-label={groupText.cancelOf(name)} onClick={() => void cancel()}>
                    {commonText.cancel}
                  </Button>
                )
              }
            />
          );
        })}
      </List>
    </Section>
  );
}
