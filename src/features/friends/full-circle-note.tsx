import { friendText } from '../../text/friends.ts';
import { Note } from '../../ui/note.tsx';
import { useIsFull } from './use-is-full.ts';

/** Says before somebody is invited that they find no free seat; nothing where there is one. */
export function FullCircleNote() {
  return useIsFull() ? <Note>{friendText.inviteWhenFull}</Note> : null;
}
