import { friendText } from '../../text/friends.ts';
import { Note } from '../../ui/states/note.tsx';
import { useIsFull } from './use-is-full.ts';

/** Warns before an invitation that no seat is free. Shows nothing if there is one. */
export function FullCircleNote() {
  return useIsFull() ? <Note>{friendText.inviteWhenFull}</Note> : null;
}
