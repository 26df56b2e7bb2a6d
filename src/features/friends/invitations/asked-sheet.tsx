// An invitation that waits for an answer, opened from the seat that is kept for it: send the mail again, give its link by other ways, take
// it back.
import { Link, Mail } from 'lucide-react';
import { useState } from 'react';
import type { LocalRow } from '../../../../workers/device/local-row.ts';
import { useOffline } from '../../../data/store/connection.ts';
import { commonText } from '../../../text/common.ts';
import { friendText } from '../../../text/friends.ts';
import { linkText } from '../../../text/invitations.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { memberRequest } from '../../account/member-request.ts';
import { addressOf } from './links/use-invite-links.ts';
import { useCancelInvitation } from './use-cancel-invitation.ts';

export function AskedSheet({
  invitation,
  name,
  onClose,
}: {
  readonly invitation: LocalRow<'invitations'>;
  /** the address that was typed, or the member's name */
  readonly name: string;
  readonly onClose: () => void;
}) {
  const cancel = useCancelInvitation();
  const offline = useOffline();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ readonly kind: 'success' | 'danger'; readonly text: string }>();
  const { id, invited_email: email, pending, waits_for_seat: waits } = invitation;
  const sendAgain = async () => {
    setBusy(true);
    const answer = await memberRequest<unknown>('POST', `/api/friends/invitations/${id}/send-again`);
    setBusy(false);
    setSaid(
      answer.ok ? { kind: 'success', text: friendText.sentAgain } : { kind: 'danger', text: answer.message || commonText.didNotWork },
    );
  };
  const share = async () => {
    const url = addressOf(id);
    if (typeof navigator.share === 'function') {
      // If the member closes the system's share sheet, nothing has happened.
      await navigator.share({ title: linkText.shareTitle, text: linkText.shareText, url }).catch(() => undefined);
      return;
    }
    await navigator.clipboard.writeText(url).then(
      () => setSaid({ kind: 'success', text: friendText.linkCopied }),
      () => setSaid({ kind: 'danger', text: commonText.didNotWork }),
    );
  };
  const takeBack = async () => {
    setBusy(true);
    await cancel(id);
    onClose();
  };
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={friendText.askedTitle(name)}
      text={
        waits ? (
          friendText.waitsForSeat
        ) : (
          <>
            {friendText.sentWhen} <RelativeTime iso={invitation.created_at} within />
          </>
        )
      }
    >
      <div className="stack gap-3">
        {said && <Note kind={said.kind}>{said.text}</Note>}
        {email !== null && (
          <>
            <Button wide variant="primary" icon={<Mail />} busy={busy} disabled={offline || pending === 1} onClick={() => void sendAgain()}>
              {friendText.sendAgain}
            </Button>
            <Button wide variant="soft" icon={<Link />} disabled={pending === 1} onClick={() => void share()}>
              {friendText.shareInvitation}
            </Button>
          </>
        )}
        <Button wide variant="danger-quiet" busy={busy} onClick={() => void takeBack()}>
          {friendText.takeBack}
        </Button>
      </div>
    </Sheet>
  );
}
