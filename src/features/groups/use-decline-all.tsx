import { type ReactNode, useState } from 'react';
import { allow } from '../../../schemas/base/refusal.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { markReadWhere } from '../../data/store/change-notifications.ts';
import { useOffline } from '../../data/store/connection.ts';
import type { LocalStore } from '../../data/store/local-store.tsx';
import { friendText } from '../../text/friends.ts';
import { groupText } from '../../text/groups.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { notify } from '../../ui/overlays/toast.ts';
import { useWrite } from '../outbox/use-write.ts';
import { respondToGroupInvitation } from './write-group-invitation.ts';

type Row = LocalRow<'invitations'>;

/**
 * Declines several group invitations after one question, in the local store only. `from` names the person who sent all of them. Render
 * `question` in every state of the page.
 */
export function useDeclineAll(): { readonly ask: (invitations: readonly Row[], from?: string) => void; readonly question: ReactNode } {
  const write = useWrite();
  const offline = useOffline();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<{ readonly ids: readonly string[]; readonly from?: string | undefined }>({ ids: [] });

  const declineAll = async (store: LocalStore) => {
    // One that was answered or taken back since the question was asked needs no answer.
    for (const id of asked.ids) await respondToGroupInvitation(store, id, 'declined');
    const ids = new Set<string | null>(asked.ids);
    await markReadWhere(store, (row) => ids.has(row.related_invitation_id));
    return allow;
  };
  const confirm = async () => {
    setBusy(true);
    const done = await write(declineAll, friendText.answerFailed({ answer: 'declined' }));
    setBusy(false);
    setOpen(false);
    if (done) notify.said(offline ? friendText.answerSaved : groupText.declinedAll);
  };
  return {
    ask: (invitations, from) => {
      setAsked({ ids: invitations.map(({ id }) => id), from });
      setOpen(true);
    },
    question: (
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={groupText.askToDecline(asked.ids.length, asked.from)}
        text={groupText.askToDeclineText}
        confirmLabel={groupText.declineAll}
        danger
        busy={busy}
        onConfirm={() => void confirm()}
      />
    ),
  };
}
