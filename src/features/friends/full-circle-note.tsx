import { messages } from '../../text/messages.ts';
import { Note } from '../../ui/note.tsx';
import { useIsFull } from './use-is-full.ts';

/** Says before somebody is invited that they find no free seat; nothing where there is one. */
export function FullCircleNote() {
  return useIsFull() ? <Note>{messages.INVITE_WHEN_FULL}</Note> : null;
}
