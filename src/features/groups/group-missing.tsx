import { useNavigate } from 'react-router-dom';
import { useConnection } from '../../data/connection.ts';
import { messages } from '../../text/messages.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Where a group was, or never was: the two read alike. */
export function GroupMissing() {
  const navigate = useNavigate();
  return (
    <EmptyState
      page
      art="letter"
      title={messages.GROUP_NOT_FOUND}
      text={messages.GROUP_GONE}
      action={<Button onClick={() => void navigate('/groups')}>Go back</Button>}
    />
  );
}

/** A group that this device has not fetched, without a connection to fetch it. */
export function GroupNotHeld() {
  const { retry } = useConnection();
  return (
    <div role="alert">
      <EmptyState
        page
        art="cup"
        title="Connection Error"
        text={messages.GROUP_NOT_HELD}
        action={<Button onClick={retry}>Try again</Button>}
      />
    </div>
  );
}
