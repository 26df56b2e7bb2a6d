import type { LocalRow } from '../../../../workers/device/local-row.ts';
import { useLiveQuery, useOwnId } from '../../../data/store/local-store.tsx';
import { friendInvitations } from '../../../first/first-queries.ts';
import { usePeople } from '../../people/use-people.ts';

export interface AcceptedRequest {
  /** the id of the invitation */
  readonly id: string;
  /** the person who accepted it */
  readonly userId: string;
  readonly name: string;
  readonly imageUrl: string | null;
}

/**
 * The newest request of the signed-in member that was accepted: by its receiver, or beforehand by the maker of a link. Undefined if there is
 * none, and until the local store has answered.
 */
export function useOwnAccepted(): AcceptedRequest | undefined {
  const userId = useOwnId();
  const personOf = usePeople();
  const { rows } = useLiveQuery((store) => store.collections.invitations.find(friendInvitations()), []);
  const isOwn = ({ inviter_id, status }: LocalRow<'invitations'>) => inviter_id === userId && status === 'accepted';
  const row = rows?.find(isOwn);
  if (!row?.receiver_user_id) return undefined;
  const { name, imageUrl } = personOf(row.receiver_user_id, { name: row.receiver_name, imageUrl: row.receiver_profile_image_url });
  return { id: row.id, userId: row.receiver_user_id, name, imageUrl };
}
