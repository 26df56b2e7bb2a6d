import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Within this distance of the newest message, the list follows new messages. */
const NEAR_END_PX = 5;
/** Within this distance of the oldest loaded message, older messages are loaded. */
const NEAR_START_PX = 200;

/** The message that keeps its position, and the distance of its lower edge from the end of the content. */
interface Anchor {
  readonly element: Element;
  readonly fromEnd: number;
}

export interface SteadyList {
  /** whether the newest message is in view and followed */
  readonly atEnd: boolean;
  /** Scrolls to the newest message, also if it was just written. */
  readonly toEnd: () => void;
  /** Scrolls a message into view and keeps it there while the content around it gets its height. */
  readonly toMessage: (element: Element, block: 'start' | 'center') => void;
  /** Call it whenever the list scrolls. */
  readonly onScroll: () => void;
}

/**
 * Keeps a list steady that scrolls from its end (`flex-direction: column-reverse`). The browser itself keeps such a list at its end, and in
 * place when content is added above. Content that is added or grows below the reading position is compensated here, before it is painted.
 * The browser's own scroll anchoring must be off: Safari has none, and the two would correct twice.
 */
export function useSteadyList(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  /** called when the oldest message is near, and when the visible messages may have changed */
  { onNearStart, onMove }: { readonly onNearStart: () => void; readonly onMove: () => void },
): SteadyList {
  const [atEnd, setAtEnd] = useState(true);
  const anchor = useRef<Anchor | null>(null);

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
      anchor.current = element ? { element, fromEnd: fromEnd(element) } : null;
    },
    [fromEnd],
  );
  /** Compensates for content that was added or grew below the held message. Scrolling moves both edges, so it does not count. */
  const compensate = useCallback(() => {
    const element = scroller.current;
    const kept = anchor.current;
    if (!element || !kept?.element.isConnected) return false;
    const grown = fromEnd(kept.element) - kept.fromEnd;
    if (Math.abs(grown) >= 0.5) {
      // The end of the list is down.
      element.scrollTop -= grown;
      hold(kept.element);
    }
    return true;
  }, [scroller, fromEnd, hold]);
  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    // Content added since the last frame has not been observed yet. Without this it would count as scrolling.
    compensate();
    const { top, bottom } = element.getBoundingClientRect();
    const messages = [...element.querySelectorAll('[id^=message-]')];
    const whole = messages.find((message) => message.getBoundingClientRect().top >= top);
    // A message taller than the list is held by its end.
    const shown =
      whole && whole.getBoundingClientRect().top < bottom
        ? whole
        : messages.find((message) => message.getBoundingClientRect().bottom > top);
    hold(-element.scrollTop <= NEAR_END_PX ? undefined : shown);
    look();
  }, [scroller, compensate, hold, look]);
  const settle = useCallback(() => {
    const element = scroller.current;
    if (!compensate() && element && -element.scrollTop <= NEAR_END_PX) element.scrollTop = 0;
    look();
  }, [scroller, compensate, look]);
  const latestSettle = useRef(settle);
  useEffect(() => {
    latestSettle.current = settle;
  }, [settle]);

  const toEnd = useCallback(() => {
    anchor.current = null;
    scroller.current?.scrollTo({ top: 0, behavior: 'instant' });
    look();
  }, [scroller, look]);
  const toMessage = useCallback(
    (message: Element, block: 'start' | 'center') => {
      const element = scroller.current;
      if (!element) return;
      const edge = element.getBoundingClientRect();
      const place = message.getBoundingClientRect();
      // A message taller than half the list is aligned to its start.
      const margin = block === 'center' && place.height < edge.height / 2 ? (edge.height - place.height) / 2 : 0;
      element.scrollTop += place.top - edge.top - margin;
      hold(message.querySelector('[id^=message-]') ?? message);
      look();
    },
    [scroller, hold, look],
  );

  // The list mounts and unmounts with its place. Height changes are observed before they are painted.
  useEffect(() => {
    if (!scroller.current || !content.current) return;
    const observer = new ResizeObserver(() => latestSettle.current());
    observer.observe(scroller.current);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [scroller, content]);
  // If the loaded page was short, another page of older messages may be needed at once.
  useEffect(look, [look]);
  return { atEnd, toEnd, toMessage, onScroll };
}
