// Touch gestures on a message. A tap or a long press opens its actions, a double tap adds or removes a heart, and a swipe in the reading
// direction replies. Each is faster than the menu, and none is the only way.
import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { wantsMotion } from '../../ui/behaviour/use-media.ts';
import { EDGE_PX, swipeOf } from './touch-rules.ts';

const HOLD_MS = 500;
/** A second tap within this time makes a double tap. */
const SECOND_TAP_MS = 280;
/** The click of a touch comes within this time, if it comes. */
const CLICK_MS = 400;

export interface TouchActs {
  readonly onTap: () => void;
  readonly onHold: () => void;
  readonly onDoubleTap: () => void;
  readonly onSwipe: () => void;
}

/** The progress of a swipe; `far` replies when it is released. */
export type SwipePhase = 'begun' | 'far' | null;

interface Finger {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly rtl: boolean;
  /** on an element with its own click, such as a link, which then handles the tap */
  readonly onControl: boolean;
  phase: 'down' | 'swipe' | 'over';
  replies: boolean;
}

const isControl = (target: EventTarget, within: HTMLElement): boolean => {
  const control = target instanceof Element ? target.closest('a, button') : null;
  return control !== null && within.contains(control) && !control.hasAttribute('data-whole-bubble');
};

/**
 * A long press that opens the sheet must not choose in it. This blocks the click of that touch for whatever is under the finger by then.
 */
function swallowClick(): void {
  const done = new AbortController();
  const options = { capture: true, signal: done.signal };
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    done.abort();
  };
  document.addEventListener('click', swallow, options);
  document.addEventListener('pointerdown', () => done.abort(), options);
  document.addEventListener('pointerup', () => setTimeout(() => done.abort(), CLICK_MS), options);
}

/**
 * Touch handlers for the line of a message, and the progress of its swipe. Mouse and keyboard are not affected. `--swiped` of `message` says
 * how far the finger has moved it.
 */
export function useMessageTouch(message: RefObject<HTMLElement | null>, acts: TouchActs) {
  const latest = useRef(acts);
  useLayoutEffect(() => {
    latest.current = acts;
  });
  const [swipe, setSwipe] = useState<SwipePhase>(null);
  const held = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tapped = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(held.current);
      clearTimeout(tapped.current);
    },
    [],
  );
  const handlers = useMemo(() => {
    let finger: Finger | null = null;
    /** whether the last touch was held or moved; its click is then ignored, wherever it lands */
    let understood = false;
    let liftedAt = Number.NEGATIVE_INFINITY;

    const lift = () => {
      clearTimeout(held.current);
      liftedAt = performance.now();
      message.current?.style.removeProperty('--swiped');
      setSwipe(null);
      finger = null;
    };
    const tap = () => {
      if (tapped.current !== undefined) {
        clearTimeout(tapped.current);
        tapped.current = undefined;
        latest.current.onDoubleTap();
        return;
      }
      tapped.current = setTimeout(() => {
        tapped.current = undefined;
        latest.current.onTap();
      }, SECOND_TAP_MS);
    };
    return {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        // Beside the bubble there is nothing to touch.
        if (event.pointerType !== 'touch' || event.target === event.currentTarget) return;
        understood = false;
        const line = event.currentTarget;
        // A second finger cancels every gesture.
        clearTimeout(held.current);
        if (!event.isPrimary) {
          if (finger) finger.phase = 'over';
          return;
        }
        const down: Finger = {
          id: event.pointerId,
          x: event.clientX,
          y: event.clientY,
          rtl: getComputedStyle(line).direction === 'rtl',
          onControl: isControl(event.target, line),
          phase: 'down',
          replies: false,
        };
        finger = down;
        held.current = setTimeout(() => {
          down.phase = 'over';
          understood = true;
          swallowClick();
          latest.current.onHold();
        }, HOLD_MS);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (finger?.id !== event.pointerId || finger.phase === 'over') return;
        const begun = finger.phase === 'swipe';
        const found = swipeOf(event.clientX - finger.x, event.clientY - finger.y, finger.rtl, begun);
        if (found === null) return;
        clearTimeout(held.current);
        const fromEdge = Math.min(finger.x, innerWidth - finger.x) < EDGE_PX;
        understood = true;
        if (found === 'none' || (!begun && fromEdge)) {
          finger.phase = 'over';
          finger.replies = false;
          message.current?.style.removeProperty('--swiped');
          setSwipe(null);
          return;
        }
        finger.phase = 'swipe';
        finger.replies = found.replies;
        if (wantsMotion()) message.current?.style.setProperty('--swiped', `${finger.rtl ? -found.px : found.px}px`);
        setSwipe(found.replies ? 'far' : 'begun');
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        if (finger?.id !== event.pointerId) return;
        const { phase, replies, onControl } = finger;
        lift();
        if (phase === 'swipe' && replies) latest.current.onSwipe();
        if (phase === 'down' && !onControl) tap();
      },
      // The browser scrolls with this touch, or the system has taken it.
      onPointerCancel: (event: PointerEvent<HTMLElement>) => {
        if (finger?.id === event.pointerId) lift();
      },
      // A tap is handled without its click, which may come only after the next tap has begun. Keys and screen readers click without a
      // touch.
      onClickCapture: (event: MouseEvent<HTMLElement>) => {
        if (event.detail === 0 || performance.now() - liftedAt > CLICK_MS) return;
        if (!understood && isControl(event.target, event.currentTarget)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      // A long press opens the message's actions here, not the browser's menu.
      onContextMenu: (event: MouseEvent<HTMLElement>) => {
        if (finger || understood) event.preventDefault();
      },
    };
  }, [message]);
  return { handlers, swipe };
}
