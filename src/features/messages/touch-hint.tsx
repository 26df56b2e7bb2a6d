// Explains the touch gestures of a chat, once per device, because nothing on the screen shows them.
import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { createTopic } from '../../../schemas/base/topic.ts';
import { keptAfterSignOut } from '../../data/session/kept-after-sign-out.ts';
import { messageText } from '../../text/messages.ts';
import { useMedia } from '../../ui/behaviour/use-media.ts';
import { IconButton } from '../../ui/forms/icon-button.tsx';
import styles from './touch-hint.module.css';

const KEY = keptAfterSignOut.touchHintClosed;
const closing = createTopic();
const isClosed = (): boolean => localStorage.getItem(KEY) !== null;

/** A member who has used the long press knows it. The hint closes and never shows again on this device. */
export function closeTouchHint(): void {
  if (isClosed()) return;
  localStorage.setItem(KEY, '1');
  closing.announce();
}

/** Shown above the field of a chat on devices without a hovering pointer, which would reveal the actions. */
export function TouchHint() {
  const touch = useMedia('(hover: none)');
  const closed = useSyncExternalStore(closing.subscribe, isClosed);
  if (!touch || closed) return null;
  return (
    <div className={`row gap-2 ${styles.hint}`} role="note">
      <p>{messageText.touchHint}</p>
      <IconButton label={messageText.closeHint} icon={<X />} size="small" onClick={closeTouchHint} />
    </div>
  );
}
