import { useNavigate } from 'react-router-dom';
import { friendText } from '../../text/friends.ts';
import { Button } from '../../ui/forms/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';

/** Shown for a person who is not in the member's network, or does not exist; both read the same. */
export function FriendMissing() {
  const navigate = useNavigate();
  return (
    <div role="status">
      <EmptyState
        page
        art="frame"
        title={friendText.notFound}
        text={friendText.strangersHelp}
        action={<Button onClick={() => void navigate('/friends')}>{friendText.toFriends}</Button>}
      />
    </div>
  );
}
