import { useConnection } from '../../data/connection.ts';
import { messages } from '../../text/messages.ts';
import { Note } from '../../ui/note.tsx';

/** In place of an invitation to which somebody was sent and which is not in the list: answered, taken back, or not fetched yet. */
export function InvitationMissing() {
  const { kind, filled } = useConnection();
  if (kind === 'offline') return <Note>{messages.INVITATION_LATER}</Note>;
  return filled('invitations') && kind === 'live' ? <Note>{messages.INVITATION_CLOSED}</Note> : null;
}
