import { useMemo } from 'react';
import type { LocalRow } from '../../../../workers/device/local-row.ts';
import { useLiveQuery, useOwnId } from '../../../data/store/local-store.tsx';
import { friendInvitations } from '../../../first/first-queries.ts';
import { useBlocked } from '../blocking/use-blocked.ts';

export interface Invitations {
  /** to the signed-in member: invitations to answer, and accepted ones whose answer is pending */
  readonly received: readonly LocalRow<'invitations'>[];
  /** from the signed-in member, not answered yet */
  readonly sent: readonly LocalRow<'invitations'>[];
}

/** Open friend invitations, newest first; undefined until the local store has answered. */
export function useInvitations(): Invitations | undefined {
  const userId = useOwnId();
  const { rows } = useLiveQuery((store) => store.collections.invitations.find(friendInvitations()), []);
  const blocked = useBlocked();
  return useMemo(
    () =>
      rows &&
      blocked && {
        received: rows.filter(
          (row) =>
            row.inviter_id !== userId &&
            !blocked.has(row.inviter_id) &&
            (row.status === 'pending' || (row.pending === 1 && row.status === 'accepted')),
        ),
        sent: rows.filter((row) => row.inviter_id === userId && row.status === 'pending' && !blocked.has(row.receiver_user_id ?? '')),
      },
    [rows, blocked, userId],
  );
}
