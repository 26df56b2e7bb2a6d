import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { allow } from '../../../schemas/base/refusal.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useDraft } from '../../data/drafts/drafts.ts';
import { type LocalStore, useStore } from '../../data/store/local-store.tsx';
import { writeOutcome } from '../../data/store/write-outcome.ts';
import { friendText } from '../../text/friends.ts';
import { groupText, inviteText } from '../../text/groups.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { notify } from '../../ui/overlays/toast.ts';
import { newInvitationId } from '../friends/invitations/write-invitation.ts';
import { useFriends } from '../friends/use-friends.ts';
import type { PersonOf } from '../people/use-people.ts';
import { InvitePicker } from './invite-picker.tsx';
import { useAct } from './use-act.ts';
import { useInvitedToGroup } from './use-group-invitations.ts';
import { inviteToGroup } from './write-group-invitation.ts';

/** Who is ticked, until they are invited. Closing the sheet, or leaving the page, keeps it. */
interface Ticked {
  readonly invited: readonly string[];
}

/** A button, and the sheet in which friends are chosen and invited. Without a friend to invite, the sheet says why. */
export function AddPeople({
  groupId,
  members,
  personOf,
}: {
  readonly groupId: string;
  readonly members: readonly LocalRow<'group_members'>[];
  readonly personOf: PersonOf;
}) {
  const store = useStore();
  const { act } = useAct();
  const invited = useInvitedToGroup(groupId);
  const friends = useFriends();
  const draft = useDraft<Ticked>(`group-people-${groupId}`);
  const [open, setOpen] = useState(false);
  /** those being invited: they stay in the sheet until it closes */
  const [inviting, setInviting] = useState<readonly string[]>([]);

  // A friend who declined counts as invited until the invitation is taken back.
  const taken = new Set([...members.map((member) => member.user_id), ...invited.map((one) => one.receiver_user_id)]);
  const shown = (friends ?? []).map((friend) => friend.friend_id).filter((id) => !taken.has(id) || inviting.includes(id));
  const chosen = (draft.value?.invited ?? []).filter((id) => shown.includes(id));

  const invite = async () => {
    if (inviting.length > 0) return;
    setInviting(chosen);
    const sent = chosen.map((friendId) => ({ friendId, id: newInvitationId() }));
    const all = async (store: LocalStore) => {
      for (const { friendId, id } of sent) {
        const verdict = await inviteToGroup(store, groupId, friendId, id);
        if (!verdict.allowed) return verdict;
      }
      return allow;
    };
    const done = await act(all, friendText.inviteFailed);
    if (done) {
      await draft.discard();
      setOpen(false);
    }
    setInviting([]);
    if (!done) return;
    const outcomes = await Promise.all(sent.map(({ id }) => writeOutcome(store, 'invitations', id)));
    // A refused one is shown among the refused writes.
    if (outcomes.includes('waits')) notify.info(friendText.inviteSaved);
    else if (!outcomes.includes('refused')) notify.success(friendText.invited);
  };
  return (
    <>
      <Button size="small" variant="soft" icon={<UserPlus />} onClick={() => setOpen(true)}>
        {groupText.addPeople}
      </Button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title={groupText.addPeople}
        text={shown.length === 0 && friends && (friends.length === 0 ? groupText.onlyFriends : groupText.allHere)}
        actions={
          shown.length > 0 && (
            <Button variant="primary" busy={inviting.length > 0} disabled={chosen.length === 0} onClick={() => void invite()}>
              {inviteText(chosen.length)}
            </Button>
          )
        }
      >
        {shown.length > 0 && (
          <InvitePicker
            legend={groupText.whoJoins}
            legendHidden
            friendIds={shown}
            chosen={chosen}
            personOf={personOf}
            onChange={(invited) => draft.save({ invited })}
          />
        )}
      </Sheet>
    </>
  );
}
