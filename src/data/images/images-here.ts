// What this device has of images, for the settings.
import { useEffect, useState } from 'react';
import { loadImages } from './images.ts';

/** Images in whichever size: how many, and how much space they take. */
export interface HeldImages {
  readonly count: number;
  readonly bytes: number;
}

export interface ImagesHere {
  readonly all: HeldImages;
  /** those of them that the server can send again: what was chosen on this device does not count */
  readonly fetched: HeldImages;
}

/** The images on this device, profile photos among them. Rejects if they cannot be read. */
export const imagesHere = async (): Promise<ImagesHere> => (await loadImages()).imagesHere();

/**
 * Clears what was fetched. Every page lets go of it, and nothing from before now is fetched again until somebody looks at it. Rejects if it
 * cannot be deleted.
 */
export const clearFetched = async (): Promise<void> => (await loadImages()).clearFetched();

/** The images on this device, counted again as they come and go; undefined until they are counted. */
export function useImagesHere(): ImagesHere | 'failed' | undefined {
  const [here, setHere] = useState<ImagesHere | 'failed'>();
  useEffect(() => {
    let over = false;
    let stop: (() => void) | undefined;
    let counting = false;
    let again = false;
    const count = async () => {
      again = counting;
      if (counting) return;
      counting = true;
      const counted = await imagesHere().catch(() => 'failed' as const);
      counting = false;
      if (over) return;
      setHere(counted);
      if (again) void count();
    };
    void count();
    loadImages()
      .then(({ onImagesMoved }) => {
        if (!over) stop = onImagesMoved(() => void count());
      })
      .catch(() => undefined);
    return () => {
      over = true;
      stop?.();
    };
  }, []);
  return here;
}
