import { useNavigate } from 'react-router-dom';
import { useConnection } from '../../data/store/connection.ts';
import { commonText } from '../../text/common.ts';
import { groupText } from '../../text/groups.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ConnectionError } from '../../ui/states/connection-error.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';

/** Shown for a group that was deleted or never existed; both read the same. */
export function GroupMissing() {
  const navigate = useNavigate();
  return (
    <EmptyState
      page
      art="frame"
      title={groupText.notFound}
      text={groupText.gone}
      action={<Button onClick={() => void navigate('/groups')}>{commonText.goBack}</Button>}
    />
  );
}

/** A group that this device has not fetched, without a connection to fetch it. */
export function GroupNotStored() {
  const { retry } = useConnection();
  return <ConnectionError text={groupText.notHere} onRetry={retry} />;
}
