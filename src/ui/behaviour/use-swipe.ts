// A row that a finger swipes to one side. A button or a key must offer the same: no member has to swipe.
import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { isFar, swipeIntent, swipeSide } from './swipe.ts';

type Side = 'start' | 'end';

/** For the element that follows the finger. It needs `touch-action: pan-y`: the browser scrolls, and cancels the swipe when it does. */
export interface SwipeProps {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  readonly onClickCapture: (event: MouseEvent<HTMLElement>) => void;
}

interface Finger {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  swipes: boolean;
}

/**
 * Follows one finger, never a mouse. When the finger lets go far enough to one side, it calls the function of that side. Until then the
 * parent of the element has `data-swipe`, which is the side, and `data-far` if letting go would act.
 */
export function useSwipe(does: Readonly<Partial<Record<Side, () => void>>>): SwipeProps {
  const finger = useRef<Finger>(undefined);
  const justSwiped = useRef(false);

  const place = (front: HTMLElement, dx: number) => {
    const side = dx === 0 ? undefined : swipeSide(dx, getComputedStyle(front).direction === 'rtl');
    const moves = side !== undefined && does[side] !== undefined;
    front.style.translate = moves ? `${dx}px` : '';
    const row = front.parentElement;
    row?.toggleAttribute('data-far', moves && isFar(dx, front.offsetWidth));
    if (moves) row?.setAttribute('data-swipe', side);
    else row?.removeAttribute('data-swipe');
    return moves ? side : undefined;
  };
  const end = (event: PointerEvent<HTMLElement>, means: boolean) => {
    const { current } = finger;
    if (current?.id !== event.pointerId) return;
    finger.current = undefined;
    if (!current.swipes) return;
    const front = event.currentTarget;
    const dx = event.clientX - current.x;
    const side = place(front, dx);
    const far = isFar(dx, front.offsetWidth);
    place(front, 0);
    if (means && side && far) does[side]?.();
  };
  return {
    onPointerDown(event) {
      justSwiped.current = false;
      if (event.pointerType !== 'touch' || !event.isPrimary) return;
      finger.current = { id: event.pointerId, x: event.clientX, y: event.clientY, swipes: false };
    },
    onPointerMove(event) {
      const { current } = finger;
      if (current?.id !== event.pointerId) return;
      const dx = event.clientX - current.x;
      if (!current.swipes) {
        const intent = swipeIntent(dx, event.clientY - current.y);
        if (intent === 'scroll') finger.current = undefined;
        if (intent !== 'swipe') return;
        current.swipes = true;
        justSwiped.current = true;
      }
      place(event.currentTarget, dx);
    },
    onPointerUp: (event) => end(event, true),
    onPointerCancel: (event) => end(event, false),
    onClickCapture(event) {
      if (!justSwiped.current) return;
      justSwiped.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
