import { useEffect, useRef } from 'react';

/** About how a photo looks, until it is there. It fills its place. */
export function PhotoBlur({ hash }: { readonly hash: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let over = false;
    // A row without photos needs none of it. Without it the frame has the colour of a frame.
    import('./draw-thumbhash.ts')
      .then(({ drawThumbhash }) => {
        if (!over && canvas.current) drawThumbhash(canvas.current, hash);
      })
      .catch(() => undefined);
    return () => {
      over = true;
    };
  }, [hash]);
  return <canvas ref={canvas} width={0} height={0} aria-hidden />;
}
