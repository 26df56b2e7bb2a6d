// The chat of one group.
import { Settings } from 'lucide-react';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { GroupMissing, GroupNotStored } from '../features/groups/group-missing.tsx';
import { GroupPicture } from '../features/groups/group-picture.tsx';
import { MuteMark } from '../features/groups/mute/mute-mark.tsx';
import { useGroup } from '../features/groups/use-groups.ts';
import { Chat } from '../features/messages/chat.tsx';
import { useSeen } from '../features/notifications/use-seen.ts';
import { usePage } from '../shell/page.tsx';
import { groupText, membersText } from '../text/groups.ts';
import { IconLink } from '../ui/forms/icon-button.tsx';
import { Spinner } from '../ui/states/spinner.tsx';

export default function GroupChatScreen() {
  const { groupId } = useParams();
  const state = useGroup(groupId);
  const stored = state.phase === 'held' ? state : undefined;
  const { id, name, emoji } = stored?.group ?? {};
  useSeen({ groupId: stored?.group.id });
  usePage({
    documentTitle: name,
    picture: useMemo(
      () => id !== undefined && name !== undefined && <GroupPicture group={{ id, name, emoji: emoji ?? null }} size={40} />,
      [id, name, emoji],
    ),
    subtitle: stored && groupText.nameAndMembers(stored.group.name, membersText(stored.memberCount)),
    actions: useMemo(
      () =>
        id !== undefined && (
          <>
            <MuteMark groupId={id} />
            <IconLink to={`/groups/${id}/settings`} label={groupText.settings} icon={<Settings />} size="large" />
          </>
        ),
      [id],
    ),
  });
  if (stored) return <Chat key={stored.group.id} groupId={stored.group.id} joinedAt={stored.joinedAt} />;
  if (state.phase === 'missing') return <GroupMissing />;
  if (state.phase === 'error') return <GroupNotStored />;
  return <Spinner />;
}
