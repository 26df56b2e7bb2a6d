import { useState } from 'react';
import { allow } from '../../../schemas/base/refusal.ts';
import { checkCancelGroupInvitation } from '../../../schemas/groups/group-invitation-rules.ts';
import { useOffline } from '../../data/connection.ts';
import { type LocalStore, useStore } from '../../data/local-store.tsx';
import { commonText } from '../../text/common.ts';
import { friendText } from '../../text/friends.ts';
import { groupText } from '../../text/groups.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Item, List } from '../../ui/list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';
import { useFriends } from '../friends/use-friends.ts';
import styles from './group-inviter.module.css';
import { InvitePicker } from './invite-picker.tsx';
import type { MemberManagerProps } from './member-manager.tsx';
import { useAct } from './use-act.ts';
import { useInvitedToGroup } from './use-group-invitations.ts';
import { cancelGroupInvitation, inviteToGroup } from './write-group-invitation.ts';

/** Friends who can be invited, and invitations that are not accepted yet. */
export function GroupInviter({ groupId, role, members, personOf }: MemberManagerProps) {
  const store = useStore();
  const offline = useOffline();
  const { busy, act } = useAct();
  const invited = useInvitedToGroup(groupId);
  const friends = useFriends() ?? [];
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // A friend who declined counts as invited until the invitation is taken back.
  const taken = new Set([...members.map((member) => member.user_id), ...invited.map((one) => one.receiver_user_id)]);
  const free = friends.map((friend) => friend.friend_id).filter((id) => !taken.has(id));
  const asked = chosen.filter((id) => free.includes(id));

  const invite = async () => {
    const all = async (store: LocalStore) => {
      for (const friendId of asked) {
        const verdict = await inviteToGroup(store, groupId, friendId);
        if (!verdict.allowed) return verdict;
      }
      return allow;
    };
    const done = await act(all, friendText.inviteFailed, offline ? friendText.inviteSaved : friendText.invited);
    if (done) setChosen([]);
  };
  return (
    <>
      <Section title={groupText.inviteFriends}>
        {free.length === 0 ? (
          <p className={styles.words}>{friends.length === 0 ? groupText.onlyFriends : groupText.allHere}</p>
        ) : (
          <div className={styles.picker}>
            <InvitePicker
              legend={groupText.whoJoins}
              legendHidden
              friendIds={free}
              chosen={asked}
              personOf={personOf}
              onChange={setChosen}
            />
            <Button variant="secondary" busy={busy} disabled={asked.length === 0} onClick={() => void invite()}>
              {groupText.invite}
            </Button>
          </div>
        )}
      </Section>
      {invited.length > 0 && (
        <Section title={groupText.pending}>
          <List label={groupText.pending}>
            {invited.map((invitation) => {
              const id = invitation.receiver_user_id ?? invitation.id;
              const { name, imageUrl } = personOf(id, {
                name: invitation.receiver_name,
                imageUrl: invitation.receiver_profile_image_url,
              });
              const mayCancel = checkCancelGroupInvitation({
                role,
                sent: invitation.inviter_id === store.userId,
                status: invitation.status,
              }).allowed;
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
                    mayCancel && (
                      <Button
                        size="small"
                        variant="soft"
                        aria-label={groupText.cancelOf(name)}
                        onClick={() =>
                          void act(
                            (store) => cancelGroupInvitation(store, invitation.id),
                            friendText.inviteCancelFailed,
                            friendText.inviteCancelled,
                          )
                        }
                      >
                        {commonText.cancel}
                      </Button>
                    )
                  }
                />
              );
            })}
          </List>
        </Section>
      )}
    </>
  );
}
