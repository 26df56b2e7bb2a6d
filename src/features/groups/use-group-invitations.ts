import { useMemo } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useLiveQuery, useStore } from '../../data/local-store.tsx';

const invitationsIntoGroups = (store: ReturnType<typeof useStore>) =>
  store.collections.invitations.find({ selector: { kind: 'group' }, sort: [{ newest: 'asc' }], index: ['newest'] });

/** Those that wait for one's own answer, and those accepted whose answer is not sent yet; undefined until the store has answered. */
export function useReceivedGroupInvitations(): readonly LocalRow<'invitations'>[] | undefined {
  const { userId } = useStore();
  const { rows } = useLiveQuery(invitationsIntoGroups, []);
  return useMemo(
    () =>
      rows?.filter(
        (row) => row.receiver_user_id === userId && (row.status === 'pending' || (row.unsent === 1 && row.status === 'accepted')),
      ),
    [rows, userId],
  );
}

/** Whom a group has asked and who has not come: pending and declined, newest first. Owner and admins hold these. */
export function useInvitedToGroup(groupId: string): readonly LocalRow<'invitations'>[] {
  const { userId } = useStore();
  const { rows } = useLiveQuery(invitationsIntoGroups, []);
  return useMemo(
    () => rows?.filter((row) => row.group_id === groupId && row.receiver_user_id !== userId && row.status !== 'accepted') ?? [],
    [rows, groupId, userId],
  );
}
