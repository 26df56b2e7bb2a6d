import { useMemo } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import type { Queried } from '../../data/store/early-store.ts';
import { useLiveQuery, useStore } from '../../data/store/local-store.tsx';

const invitationsIntoGroups = (store: Queried) =>
  store.collections.invitations.find({ selector: { kind: 'group' }, sort: [{ newest: 'asc' }], index: ['newest'] });

/**
 * Group invitations to the signed-in member: unanswered ones, and accepted ones whose answer is pending; undefined until the store has
 * answered.
 */
export function useReceivedGroupInvitations(): readonly LocalRow<'invitations'>[] | undefined {
  const { userId } = useStore();
  const { rows } = useLiveQuery(invitationsIntoGroups, []);
  return useMemo(
    () =>
      rows?.filter(
        (row) => row.receiver_user_id === userId && (row.status === 'pending' || (row.pending === 1 && row.status === 'accepted')),
      ),
    [rows, userId],
  );
}

/** Invitations of a group that were not accepted: pending and declined, newest first. Only the owner and admins have these rows. */
export function useInvitedToGroup(groupId: string): readonly LocalRow<'invitations'>[] {
  const { userId } = useStore();
  const { rows } = useLiveQuery(invitationsIntoGroups, []);
  return useMemo(
    () => rows?.filter((row) => row.group_id === groupId && row.receiver_user_id !== userId && row.status !== 'accepted') ?? [],
    [rows, groupId, userId],
  );
}
