import { type MouseEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';

/** How long an action of the feed waits, so that its press is seen before the page changes. */
const PRESS_MS = 100;

/** Whether the press of a link opens it here: with another button or a key held, the browser opens it elsewhere. */
export const isPlainPress = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);

/** For a link that navigates once its press was seen. A second press before that does nothing more, and a new tab opens at once. */
export function useAfterPress(to: string): (event: MouseEvent) => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (event) => {
    if (!isPlainPress(event)) return;
    event.preventDefault();
    timer.current ??= setTimeout(() => void navigate(to), PRESS_MS);
  };
}
