import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Near enough to the newest message to go on with it. */
const NEAR_END_PX = 5;
/** So near to the oldest message that is loaded, older ones are asked for. */
const NEAR_START_PX = 200;

/** The message that stays where it is, and how far its lower edge is from the end of the content. */
interface Held {
  readonly element: Element;
  readonly fromEnd: number;
}

export interface SteadyList {
  /** whether the newest message is in view and followed */
  readonly atEnd: boolean;
  /** Goes to the newest message, also to one that is only just written. */
  readonly toEnd: () => void;
  /** Brings a message of the list into view, and holds it there while what lies around it takes its height. */
  readonly toMessage: (element: Element, block: 'start' | 'center') => void;
  /** Call it whenever the list was scrolled. */
  readonly onScroll: () => void;
}

/**
 * Lets nothing move in a list that is scrolled from its end (`flex-direction: column-reverse`). The browser itself keeps such a list at
 * its end, and in place when something comes above; what comes or grows below what is read is made up for here, before it is painted.
 * The browser's own scroll anchoring has to be off: Safari has none, and the two would correct twice.
 */
export function useSteadyList(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  /** what to call when its oldest message is near, or what is seen may be another */
  { onNearStart, onMove }: { readonly onNearStart: () => void; readonly onMove: () => void },
): SteadyList {
  const [atEnd, setAtEnd] = useState(true);
  const held = useRef<Held | null>(null);

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const fromEnd = -element.scrollTop;
    setAtEnd(fromEnd <= NEAR_END_PX);
    if (element.scrollHeight - element.clientHeight - fromEnd <= NEAR_START_PX) onNearStart();
    onMove();
  }, [scroller, onNearStart, onMove]);
  const fromEnd = useCallback(
    (element: Element) => (content.current?.getBoundingClientRect().bottom ?? 0) - element.getBoundingClientRect().bottom,
    [content],
  );
  const hold = useCallback(
    (element: Element | undefined) => {
      held.current = element ? { element, fromEnd: fromEnd(element) } : null;
    },
    [fromEnd],
  );
  /** Makes up for what came or grew below the message that is held. Scrolling moves both, so it does not count. */
  const makeUp = useCallback(() => {
    const element = scroller.current;
    const kept = held.current;
    if (!element || !kept?.element.isConnected) return false;
    const grown = fromEnd(kept.element) - kept.fromEnd;
    if (Math.abs(grown) >= 0.5) {
      // Towards the end is downwards.
      element.scrollTop -= grown;
      hold(kept.element);
    }
    return true;
  }, [scroller, fromEnd, hold]);
  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    // What has come since the last frame is not told yet, and would count as scrolled.
    makeUp();
    const { top, bottom } = element.getBoundingClientRect();
    const messages = [...element.querySelectorAll('[id^=message-]')];
    const whole = messages.find((message) => message.getBoundingClientRect().top >= top);
    // A message higher than the list is held by its end.
    const shown =
      whole && whole.getBoundingClientRect().top < bottom
        ? whole
        : messages.find((message) => message.getBoundingClientRect().bottom > top);
    hold(-element.scrollTop <= NEAR_END_PX ? undefined : shown);
    look();
  }, [scroller, makeUp, hold, look]);
  const settle = useCallback(() => {
    const element = scroller.current;
    if (!makeUp() && element && -element.scrollTop <= NEAR_END_PX) element.scrollTop = 0;
    look();
  }, [scroller, makeUp, look]);
  const latestSettle = useRef(settle);
  useEffect(() => {
    latestSettle.current = settle;
  }, [settle]);

  const toEnd = useCallback(() => {
    held.current = null;
    scroller.current?.scrollTo({ top: 0, behavior: 'instant' });
    look();
  }, [scroller, look]);
  const toMessage = useCallback(
    (message: Element, block: 'start' | 'center') => {
      const element = scroller.current;
      if (!element) return;
      const edge = element.getBoundingClientRect();
      const place = message.getBoundingClientRect();
      // What is higher than half the list is read from its beginning.
      const room = block === 'center' && place.height < edge.height / 2 ? (edge.height - place.height) / 2 : 0;
      element.scrollTop += place.top - edge.top - room;
      hold(message.querySelector('[id^=message-]') ?? message);
      look();
    },
    [scroller, hold, look],
  );

  // The list comes and goes with its place; what changes heights is told before it is painted.
  useEffect(() => {
    if (!scroller.current || !content.current) return;
    const observer = new ResizeObserver(() => latestSettle.current());
    observer.observe(scroller.current);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [scroller, content]);
  // Another page of older ones may have to come at once, where the one that came is short.
  useEffect(look, [look]);
  return { atEnd, toEnd, toMessage, onScroll };
}
