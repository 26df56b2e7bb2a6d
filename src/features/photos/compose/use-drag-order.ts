import { type PointerEvent, useRef, useState } from 'react';

/** A press that moves further is a drag. */
const DRAG_PX = 8;

interface Drag {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  started: boolean;
}

/**
 * Lets photos be put into another order by dragging them. The dragged photo changes places as soon as the pointer is over another, whose
 * place it takes. The elements have the ids in `data-photo`, in their order.
 */
export function useDragOrder(move: (id: string, by: number) => void) {
  const drag = useRef<Drag | null>(null);
  const [dragged, setDragged] = useState<string>();
  const wasDrag = useRef(false);
  const end = () => {
    wasDrag.current = drag.current?.started === true;
    drag.current = null;
    setDragged(undefined);
  };
  const handlersOf = (id: string) => ({
    onPointerDown({ button, clientX: x, clientY: y }: PointerEvent) {
      wasDrag.current = false;
      if (button === 0) drag.current = { id, x, y, started: false };
    },
    onPointerMove({ currentTarget, pointerId, buttons, clientX, clientY }: PointerEvent) {
      const now = drag.current;
      if (!now) return;
      // An element that changes places loses the pointer, so its end may be missed.
      if (buttons === 0) return end();
      if (!now.started) {
        if (Math.hypot(clientX - now.x, clientY - now.y) < DRAG_PX) return;
        now.started = true;
        setDragged(now.id);
        currentTarget.setPointerCapture(pointerId);
      }
      const all = [...(currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('[data-photo]') ?? [])];
      const over = all.findIndex((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
      });
      const at = all.findIndex(({ dataset }) => dataset.photo === now.id);
      if (over >= 0 && at >= 0 && over !== at) move(now.id, over - at);
    },
    onPointerUp: end,
    onPointerCancel: end,
    /** The press that ended a drag opens nothing. */
    onClickCapture(event: { stopPropagation(): void; preventDefault(): void }) {
      if (!wasDrag.current) return;
      wasDrag.current = false;
      event.stopPropagation();
      event.preventDefault();
    },
  });
  return { dragged, handlersOf };
}
