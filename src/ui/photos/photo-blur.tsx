import { useEffect, useRef } from 'react';

/** A picture that is on this device is there sooner, so in a fast scroll nothing is drawn under it. */
const DRAW_AFTER_MS = 60;

/** About how a photo looks, until it is there. It fills its place. */
export function PhotoBlur({ hash, isHere }: { readonly hash: string; readonly isHere: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (isHere) return undefined;
    const timer = setTimeout(() => {
      // A row without photos needs none of it. Without it the frame has the colour of a frame.
      import('./draw-thumbhash.ts')
        .then(({ drawThumbhash }) => {
          if (canvas.current) drawThumbhash(canvas.current, hash);
        })
        .catch(() => undefined);
    }, DRAW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [hash, isHere]);
  return <canvas ref={canvas} width={0} height={0} aria-hidden />;
}
