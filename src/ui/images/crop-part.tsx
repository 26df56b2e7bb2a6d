// A picture under a frame of any proportions: the part within it is kept. The frame is moved and made smaller by hand, by a tap, which brings
// the nearest corner there, and by keys.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Area } from '../../../workers/device/photos/geometry.ts';
import { cropPartText } from '../../text/crop-part.ts';
import { Button } from '../forms/button.tsx';
import { Note } from '../states/note.tsx';
import styles from './crop-part.module.css';
import { type Corner, corners, cornerTo, isWhole, movedPart, nearestCorner, partAfterKey, placeOf } from './crop-part-rules.ts';

/** A finger that moves less than this has tapped. */
const TAP_SLOP = 8;

export interface CropPartProps {
  /** the address of the whole picture */
  readonly source: string;
  /** the part that is kept now */
  readonly part: Area;
  /** whether the picture has all pixels of its file */
  readonly hasAllPixels: boolean;
  /** whether the chosen part is being stored */
  readonly using: boolean;
  /** Receives undefined for the whole picture. */
  readonly onUse: (part: Area | undefined) => void;
  readonly onCancel: () => void;
}

interface Drag {
  readonly corner: Corner | undefined;
  readonly from: { readonly x: number; readonly y: number };
  readonly part: Area;
  isTap: boolean;
}

/** Lets a part of a picture be chosen. */
export function CropPart({ source, part: before, hasAllPixels, using, onUse, onCancel }: CropPartProps) {
  const [part, setPart] = useState(before);
  const [said, say] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  // The button that opened this is gone. Keys can move the frame.
  useEffect(() => frame.current?.focus(), []);

  const pointOf = ({ clientX, clientY }: PointerEvent) => {
    const { x, y, width, height } = (picture.current as HTMLDivElement).getBoundingClientRect();
    return { x: (clientX - x) / width, y: (clientY - y) / height };
  };
  const onPointerDown = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return;
    const corner = (event.target as HTMLElement).dataset.corner as Corner | undefined;
    drag.current = { corner, from: { x: event.clientX, y: event.clientY }, part, isTap: true };
    picture.current?.setPointerCapture(event.pointerId);
    event.preventDefault();
    frame.current?.focus({ focusVisible: false } as FocusOptions);
  };
  const onPointerMove = (event: PointerEvent) => {
    const now = drag.current;
    if (!now || !event.isPrimary) return;
    const [x, y] = [event.clientX - now.from.x, event.clientY - now.from.y];
    if (now.isTap && Math.hypot(x, y) < TAP_SLOP) return;
    now.isTap = false;
    const { width, height } = (picture.current as HTMLDivElement).getBoundingClientRect();
    const by = { x: x / width, y: y / height };
    if (!now.corner) return setPart(movedPart(now.part, by));
    const place = placeOf(now.part, now.corner);
    setPart(cornerTo(now.part, now.corner, { x: place.x + by.x, y: place.y + by.y }));
  };
  const onPointerUp = (event: PointerEvent) => {
    const now = drag.current;
    drag.current = null;
    if (!now?.isTap || now.corner || event.type === 'pointercancel') return;
    const to = pointOf(event);
    setPart(cornerTo(part, nearestCorner(part, to), to));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = partAfterKey(part, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    setPart(next);
    say(cropPartText.now(next));
  };
  return (
    <div className={`stack gap-4 ${styles.cropping}`}>
      <div
        ref={picture}
        className={styles.picture}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
      >
        <img src={source} alt="" draggable={false} decoding="async" />
        <div
          ref={frame}
          className={styles.frame}
          role="application"
          aria-label={cropPartText.area}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move it
          tabIndex={0}
          onKeyDown={onKeyDown}
          style={{
            left: `${part.x * 100}%`,
            top: `${part.y * 100}%`,
            width: `${part.width * 100}%`,
            height: `${part.height * 100}%`,
          }}
        >
          {corners.map((corner) => (
            <span key={corner} className={styles.corner} data-corner={corner} />
          ))}
        </div>
      </div>
      <div className={styles.how}>
        <p className={`small ${styles.hint}`}>{cropPartText.hint}</p>
        <p className={`small ${styles.keysHint}`}>{cropPartText.keysHint}</p>
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {!hasAllPixels && <Note>{cropPartText.small}</Note>}
      <div className="stack gap-3">
        <Button variant="primary" busy={using} onClick={() => onUse(isWhole(part) ? undefined : part)}>
          {using ? cropPartText.using : cropPartText.use}
        </Button>
        <div className={`row gap-3 ${styles.others}`}>
          <Button variant="soft" disabled={isWhole(part)} onClick={() => setPart({ x: 0, y: 0, width: 1, height: 1 })}>
            {cropPartText.whole}
          </Button>
          <Button variant="soft" onClick={onCancel}>
            {cropPartText.cancel}
          </Button>
        </div>
      </div>
    </div>
  );
}
