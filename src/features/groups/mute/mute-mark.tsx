import { BellOff } from 'lucide-react';
import { useMute } from './use-mute.ts';

/** A small crossed-out bell while a group is muted, which says until when. */
export function MuteMark({ groupId }: { readonly groupId: string }) {
  const muted = useMute(groupId);
  return muted === undefined ? null : <BellOff size={16} role="img" aria-label={muted} />;
}
