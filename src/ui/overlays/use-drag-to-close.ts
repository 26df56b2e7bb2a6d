import { type PointerEvent, useRef } from 'react';
import { dragCloses } from './drag.ts';

/** For the parts of a sheet that a finger or a mouse drags it by. They need `touch-action: none`, so that the rest of the sheet scrolls. */
export interface DragProps {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
}

interface Drag {
  readonly pointer: number;
  readonly sheet: HTMLElement;
  readonly from: number;
  readonly at: { readonly y: number; readonly time: number };
  /** px a ms, downwards */
  readonly velocity: number;
}

/** A finger that rests before it lets go does not flick. */
const REST_MS = 80;

const glide = (sheet: HTMLElement, from: string, to: string): Promise<unknown> => {
  const { easing, duration } = motionOf(sheet);
  return sheet.animate([{ translate: `0 ${from}` }, { translate: `0 ${to}` }], { duration, easing }).finished;
};

/** The motion of all sheets; none for those who want none (tokens.css). */
function motionOf(sheet: HTMLElement): { readonly duration: number; readonly easing: string } {
  const style = getComputedStyle(sheet);
  const seconds = style.getPropertyValue('--sheet').trim();
  return {
    duration: Number.parseFloat(seconds) * (seconds.endsWith('ms') ? 1 : 1000) || 0,
    easing: style.getPropertyValue('--ease').trim() || 'ease',
  };
}

/** The sheet follows down, and closes when it is let go far enough or fast enough; otherwise it springs back. Keys have their own way. */
export function useDragToClose(close: () => void): DragProps {
  const drag = useRef<Drag>(undefined);
  const end = async ({ pointerId, timeStamp }: PointerEvent<HTMLElement>, means: boolean) => {
    const { current } = drag;
    if (current?.pointer !== pointerId) return;
    drag.current = undefined;
    const { sheet, at, from } = current;
    const dy = Math.max(0, at.y - from);
    const velocity = timeStamp - at.time > REST_MS ? 0 : current.velocity;
    const closes = means && dragCloses(dy, sheet.offsetHeight, velocity);
    const moved = glide(sheet, `${dy}px`, closes ? '100%' : '0px');
    sheet.style.translate = closes ? '0 100%' : '';
    if (!closes) return;
    await moved.catch(() => undefined);
    if (sheet.isConnected) close();
    // What did not close comes back.
    sheet.style.translate = '';
  };
  return {
    onPointerDown(event) {
      const { target, currentTarget, pointerId, isPrimary, button, clientY, timeStamp } = event;
      const sheet = currentTarget.closest<HTMLElement>('[data-sheet]');
      const drawn = sheet?.querySelector('[data-grip]')?.getClientRects().length;
      if (!sheet || !drawn || !isPrimary || button !== 0) return;
      if (target instanceof Element && target.closest('button, a, input')) return;
      currentTarget.setPointerCapture(pointerId);
      drag.current = { pointer: pointerId, sheet, from: clientY, at: { y: clientY, time: timeStamp }, velocity: 0 };
    },
    onPointerMove({ pointerId, clientY: y, timeStamp: time }) {
      const { current } = drag;
      if (current?.pointer !== pointerId) return;
      const passed = time - current.at.time;
      const velocity = passed > 0 ? (y - current.at.y) / passed : current.velocity;
      drag.current = { ...current, at: { y, time }, velocity };
      current.sheet.style.translate = `0 ${Math.max(0, y - current.from)}px`;
    },
    onPointerUp: (event) => void end(event, true),
    onPointerCancel: (event) => void end(event, false),
  };
}
