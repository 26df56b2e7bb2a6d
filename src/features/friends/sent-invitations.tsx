import { Clock, Mail } from 'lucide-react';
import { useState } from 'react';
import type { LocalRow } from '../../../schemas/local/local-row.ts';
import { useStore } from '../../data/local-store.tsx';
import { messages } from '../../text/messages.ts';
import { refusalText } from '../../text/refusal-text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Item, List } from '../../ui/list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';
import { notify } from '../../ui/toast.ts';
import { PendingLine, usePendingMark } from '../posts/pending-line.tsx';
import type { PersonOf } from '../profiles/use-people.ts';
import styles from './sent-invitations.module.css';
import { cancelInvitation } from './write-invitation.ts';

/** Whom one has asked, and who has not answered yet. */
export function SentInvitations({
  invitations,
  personOf,
}: {
  readonly invitations: readonly LocalRow<'invitations'>[];
  readonly personOf: PersonOf;
}) {
  if (invitations.length === 0) return null;
  return (
    <Section title="Pending Sent Invitations">
      <List label="Pending Sent Invitations">
        {invitations.map((invitation) => (
          <SentInvitation key={invitation.id} invitation={invitation} personOf={personOf} />
        ))}
      </List>
    </Section>
  );
}

function SentInvitation({ invitation, personOf }: { readonly invitation: LocalRow<'invitations'>; readonly personOf: PersonOf }) {
  const store = useStore();
  const [busy, setBusy] = useState(false);
  const pending = usePendingMark(invitation);
  const { receiver_user_id: receiverId, invited_email: email } = invitation;
  const receiver = receiverId
    ? personOf(receiverId, { name: invitation.receiver_name, imageUrl: invitation.receiver_profile_image_url })
    : undefined;
  const title = email ?? receiver?.name ?? '';

  const cancel = async () => {
    setBusy(true);
    try {
      const verdict = await cancelInvitation(store, { userId: store.userId }, invitation.id);
      if (verdict.allowed) notify.success(messages.INVITATION_CANCELLED);
      else notify.error(refusalText[verdict.code]);
    } catch {
      notify.error(messages.INVITATION_CANCEL_FAILED);
    }
    setBusy(false);
  };
  return (
    <Item
      lead={
        receiverId && receiver && !email ? (
          <Avatar userId={receiverId} name={receiver.name} imageUrl={receiver.imageUrl} />
        ) : (
          <span className={styles.letter}>{pending ? <Clock /> : <Mail />}</span>
        )
      }
      title={title}
      line={
        pending ? (
          <PendingLine short />
        ) : (
          <>
            Sent <RelativeTime iso={invitation.created_at} />
          </>
        )
      }
      actions={
        <Button size="small" variant="soft" busy={busy} aria-label={`Cancel the invitation to ${title}`} onClick={() => void cancel()}>
          Cancel
        </Button>
      }
    />
  );
}
