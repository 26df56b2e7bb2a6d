import { useConnection } from '../../../data/store/connection.ts';
import { notificationsText } from '../../../text/notifications.ts';
import { Note } from '../../../ui/states/note.tsx';

/** Shown when the address names an invitation that is not in the list: it was answered, taken back, or not fetched yet. */
export function InvitationMissing() {
  const { kind, filled } = useConnection();
  if (kind === 'offline') return <Note>{notificationsText.invitationLater}</Note>;
  return filled('invitations') && kind === 'live' ? <Note>{notificationsText.invitationClosed}</Note> : null;
}
