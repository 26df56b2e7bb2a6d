import { Clock, Mail } from 'lucide-react';
import { useState } from 'react';
import type { LocalRow } from '../../../../workers/device/local-row.ts';
import { commonText } from '../../../text/common.ts';
import { friendText } from '../../../text/friends.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Item, List } from '../../../ui/list.tsx';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Section } from '../../../ui/section.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { PendingLine, usePendingMark } from '../../outbox/pending-line.tsx';
import { showProfile } from '../../people/shown-person.ts';
import type { PersonOf } from '../../people/use-people.ts';
import { Empty } from '../empty.tsx';
import styles from './sent-invitations.module.css';
import { useCancelInvitation } from './use-cancel-invitation.ts';

/** Invitations that the signed-in member sent and that are not answered yet. */
export function SentInvitations({
  invitations,
  personOf,
  missing,
}: {
  readonly invitations: readonly LocalRow<'invitations'>[];
  readonly personOf: PersonOf;
  /** whether the invitations could not be fetched yet, so that an empty list means nothing */
  readonly missing: boolean;
}) {
  if (invitations.length === 0) {
    return (
      <Section title={friendText.sent}>
        {missing ? <Note kind="danger">{friendText.sentFailed}</Note> : <Empty collection="invitations">{friendText.noneSent}</Empty>}
      </Section>
    );
  }
  return (
    <Section title={friendText.sent}>
      <List label={friendText.sent}>
        {invitations.map((invitation) => (
          <SentInvitation key={invitation.id} invitation={invitation} personOf={personOf} />
        ))}
      </List>
    </Section>
  );
}

function SentInvitation({ invitation, personOf }: { readonly invitation: LocalRow<'invitations'>; readonly personOf: PersonOf }) {
  const cancel = useCancelInvitation();
  const [busy, setBusy] = useState(false);
  const pending = usePendingMark(invitation);
  const { receiver_user_id: receiverId, invited_email: email } = invitation;
  const receiver = receiverId
    ? personOf(receiverId, { name: invitation.receiver_name, imageUrl: invitation.receiver_profile_image_url })
    : undefined;
  const title = email ?? receiver?.name ?? '';

  const press = async () => {
    setBusy(true);
    await cancel(invitation.id);
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
      title={<bdi>{title}</bdi>}
      {...(receiverId && receiver ? { onPress: () => showProfile({ userId: receiverId, ...receiver }) } : {})}
      line={
        pending ? (
          <PendingLine short />
        ) : invitation.waits_for_seat ? (
          friendText.waitsForSeat
        ) : (
          <>
            {friendText.sentWhen} <RelativeTime iso={invitation.created_at} within />
          </>
        )
      }
      actions={
        <Button size="small" variant="soft" busy={busy} aria-label={friendText.cancelTo(title)} onClick={() => void press()}>
          {commonText.cancel}
        </Button>
      }
    />
  );
}
