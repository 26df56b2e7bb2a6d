// All photos in the posts of a person, who may be the signed-in member, or in the messages of a group.
import { useParams } from 'react-router-dom';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { useConnection } from '../data/store/connection.ts';
import { useStore } from '../data/store/local-store.tsx';
import { AllPhotos } from '../features/all-photos/all-photos.tsx';
import { FriendMissing } from '../features/friends/friend-missing.tsx';
import { useFriend } from '../features/friends/use-friend.ts';
import { GroupMissing, GroupNotStored } from '../features/groups/group-missing.tsx';
import { useGroup } from '../features/groups/use-groups.ts';
import { firstName } from '../features/people/first-name.ts';
import { useGoBack } from '../shell/bars/use-go-back.ts';
import { usePage } from '../shell/page.tsx';
import { allPhotosText } from '../text/all-photos.ts';
import { friendText } from '../text/friends.ts';
import { ConnectionError } from '../ui/states/connection-error.tsx';
import { Spinner } from '../ui/states/spinner.tsx';

export default function PhotosScreen() {
  const { friendId = '', groupId } = useParams();
  const { userId } = useStore();
  if (groupId !== undefined) return <GroupPhotos groupId={groupId} />;
  return friendId === userId ? <OwnPhotos userId={userId} /> : <TheirPhotos key={friendId} friendId={friendId} />;
}

function OwnPhotos({ userId }: { readonly userId: string }) {
  const goBack = useGoBack();
  // The member has no page as a friend.
  usePage({ title: allPhotosText.yours, onBack: goBack });
  return <AllPhotos key={userId} of={{ author: userId }} empty={allPhotosText.noneOfYours} />;
}

function TheirPhotos({ friendId }: { readonly friendId: string }) {
  const state = useFriend(friendId);
  const { retry } = useConnection();
  const profile = state.phase === 'shown' ? state.detail.profile : state.phase === 'not-direct' ? state.profile : undefined;
  const name = profile && firstName(profile.name || answerWording.UNKNOWN_USER);
  usePage({ title: name === undefined ? undefined : allPhotosText.theirs(name) });
  if (name !== undefined) return <AllPhotos key={friendId} of={{ author: friendId }} empty={allPhotosText.noneOfTheirs(name)} />;
  if (state.phase === 'loading') return <Spinner />;
  if (state.phase === 'not-found') return <FriendMissing />;
  return <ConnectionError text={`${friendText.detailFailed}. ${state.phase === 'not-here' ? friendText.notHere : ''}`} onRetry={retry} />;
}

function GroupPhotos({ groupId }: { readonly groupId: string }) {
  const state = useGroup(groupId);
  const group = state.phase === 'held' ? state.group : undefined;
  usePage({ subtitle: group?.name, documentTitle: group && allPhotosText.inGroup(group.name) });
  if (group) return <AllPhotos key={group.id} of={{ group: group.id }} empty={allPhotosText.noneInGroup} />;
  if (state.phase === 'missing') return <GroupMissing />;
  if (state.phase === 'error') return <GroupNotStored />;
  return <Spinner />;
}
