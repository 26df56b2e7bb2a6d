// Creates a group, or shows and changes an existing one.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { blankGroup, group as groupEntity } from '../../schemas/groups/group.ts';
import { may } from '../../schemas/groups/group-roles.ts';
import { useStore } from '../data/store/local-store.tsx';
import { PhotosLink } from '../features/all-photos/photos-link.tsx';
import { useFriends } from '../features/friends/use-friends.ts';
import { GroupExit } from '../features/groups/group-exit.tsx';
import { GroupFacts } from '../features/groups/group-facts.tsx';
import { type GroupDraft, GroupForm } from '../features/groups/group-form.tsx';
import { GroupMissing, GroupNotStored } from '../features/groups/group-missing.tsx';
import { InvitePicker } from '../features/groups/invite-picker.tsx';
import { MemberManager } from '../features/groups/member-manager.tsx';
import { MuteChoice } from '../features/groups/mute/mute-choice.tsx';
import { sayWhenAccepted } from '../features/groups/say-when-accepted.ts';
import { type GroupState, useGroup } from '../features/groups/use-groups.ts';
import { createGroup, editGroup, newGroupId } from '../features/groups/write-group.ts';
import { usePeople } from '../features/people/use-people.ts';
import { usePage } from '../shell/page.tsx';
import { groupText, invitedText } from '../text/groups.ts';
import { pageTitle } from '../text/pages.ts';
import { Spinner } from '../ui/states/spinner.tsx';
import styles from './group-form.module.css';

/** Time to read that it was saved, before the screen goes. */
const LEAVES_AFTER_MS = 1500;

export default function GroupFormScreen() {
  const { groupId } = useParams();
  return groupId ? <ExistingGroup key={groupId} groupId={groupId} /> : <NewGroup />;
}

/** Navigates a little later, unless the member has gone elsewhere by then. */
function useGoLater(): (path: string) => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (path) => {
      timer.current = setTimeout(() => void navigate(path, { replace: true }), LEAVES_AFTER_MS);
    },
    [navigate],
  );
}

const blank: GroupDraft = { ...blankGroup, invited: [] };

function NewGroup() {
  const store = useStore();
  const goLater = useGoLater();
  const personOf = usePeople();
  const friends = useFriends() ?? [];
  // Chosen once for this form: however often it is sent, it makes one group.
  const [id] = useState(newGroupId);
  return (
    <GroupForm
      groupId={id}
      draftKey="group-new"
      initial={blank}
      submitLabel={groupText.createGroup}
      failed={groupText.createFailed}
      onSubmit={(store, draft) => createGroup(store, id, draft, draft.invited)}
      onSaved={() => {
        void sayWhenAccepted(store, id, groupText.created);
        goLater(`/groups/${id}`);
      }}
    >
      {(draft, save) =>
        friends.length > 0 && (
          <div className="stack gap-2">
            <InvitePicker
              legend={groupText.inviteLegend}
              friendIds={friends.map((friend) => friend.friend_id)}
              chosen={draft.invited}
              personOf={personOf}
              onChange={(invited) => save({ ...draft, invited })}
            />
            <p className={`small ${styles.count}`} role="status">
              {draft.invited.length > 0 && invitedText(draft.invited.length)}
            </p>
          </div>
        )
      }
    </GroupForm>
  );
}

type Held = Extract<GroupState, { phase: 'held' }>;

function ExistingGroup({ groupId }: { readonly groupId: string }) {
  const state = useGroup(groupId);
  // A member who deletes or leaves the group sees it until the screen goes.
  const [kept, setKept] = useState<Held>();
  const held = state.phase === 'held' ? state : kept;
  const role = held?.role;
  const name = held?.group.name;
  const keep = useCallback(() => setKept(held), [held]);
  usePage({
    title: held && !may(held.role, 'openSettings') ? groupText.details : groupText.settingsTitle,
    actions: useMemo(
      () => role && name !== undefined && <GroupExit groupId={groupId} name={name} role={role} onGone={keep} />,
      [groupId, name, role, keep],
    ),
  });
  if (held) return <ExistingGroupPage {...held} />;
  if (state.phase === 'missing') return <GroupMissing />;
  if (state.phase === 'error') return <GroupNotStored />;
  return <Spinner />;
}

/** The owner changes the group. Everybody else sees what it is; both have its members below. */
function ExistingGroupPage({ group, role, members }: Held) {
  const personOf = usePeople();
  return (
    <>
      {may(role, 'editGroup') ? <Settings group={group} /> : <GroupFacts group={group} members={members} personOf={personOf} />}
      <MuteChoice groupId={group.id} />
      <PhotosLink title={pageTitle.photos} to={`/groups/${group.id}/photos`} />
      <MemberManager groupId={group.id} role={role} members={members} personOf={personOf} />
    </>
  );
}

function Settings({ group }: Pick<Held, 'group'>) {
  const store = useStore();
  const goLater = useGoLater();
  const chat = `/groups/${group.id}`;
  const standing = groupEntity.textOf(group);
  return (
    <GroupForm
      groupId={group.id}
      draftKey={`group-${group.id}`}
      initial={{ ...standing, invited: [] }}
      standing={standing}
      submitLabel={groupText.saveChanges}
      failed={groupText.updateFailed}
      onSubmit={(store, draft) => editGroup(store, group.id, draft)}
      onSaved={() => {
        void sayWhenAccepted(store, group.id, groupText.updated);
        goLater(chat);
      }}
    />
  );
}
