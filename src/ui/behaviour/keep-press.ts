import type { PointerEvent } from 'react';
import { listen } from '../../../schemas/base/listen.ts';

/**
 * A press on a button that moves before the release, because something arrived above it, still clicks it: browsers click only what is under the
 * pointer both times. It counts if the pointer is released where the button was pressed. Released elsewhere, it does nothing, as always.
 */
export function keepPress({ target, button, pointerId }: PointerEvent): void {
  const pressed = target instanceof Element && button === 0 ? target.closest('button') : null;
  if (!pressed) return;
  const { left, right, top, bottom } = pressed.getBoundingClientRect();
  const end = listen(
    [globalThis, 'pointerup', release],
    [globalThis, 'pointercancel', (event: globalThis.PointerEvent) => event.pointerId === pointerId && end()],
  );

  function release(event: globalThis.PointerEvent): void {
    if (event.pointerId !== pointerId) return;
    end();
    // The browser clicks it.
    if (!pressed || (event.target instanceof Node && pressed.contains(event.target))) return;
    const now = pressed.getBoundingClientRect();
    const moved = now.left !== left || now.top !== top;
    const { clientX: x, clientY: y } = event;
    if (moved && x >= left && x <= right && y >= top && y <= bottom) pressed.click();
  }
}
