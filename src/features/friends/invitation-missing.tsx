import { useConnection } from '../../data/connection.ts';
import { notificationsText } from '../../text/notifications.ts';
import { Note } from '../../ui/note.tsx';

/** In place of an invitation to which somebody was sent and which is not in the list: answered, taken back, or not fetched yet. */
export function InvitationMissing() {
  const { kind, filled } = useConnection();
  if (kind === 'offline') return <Note>{notificationsText.invitationLater}</Note>;
  return filled('invitations') && kind === 'live' ? <Note>{notificationsText.invitationClosed}</Note> : null;
}
