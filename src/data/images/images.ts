import { useEffect, useState } from 'react';

/**
 * Images as screens see them, by the address in a row. The code that reads and stores them is loaded with the first image: a page without
 * images needs none of it.
 */
type Sources = typeof import('./image-sources.ts');
let sources: Sources | undefined;
let loading: Promise<Sources> | undefined;

function load(): Promise<Sources> {
  loading ??= import('./image-sources.ts').then((loaded) => {
    sources = loaded;
    return loaded;
  });
  // The next call tries again what could not be loaded now.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/**
 * Stores an image on this device, to be sent once a row names it. Resolves with the address that the row has to contain. Rejects like every
 * write if the device has no disk space left.
 */
export const keepImage = async (jpegOrWebpBytes: ArrayBuffer): Promise<string> => (await load()).keepImage(jpegOrWebpBytes);

export interface KeptPhoto {
  /** what is sent */
  readonly large: ArrayBuffer;
  /** what lists show */
  readonly small: ArrayBuffer;
}

/**
 * Stores a photo on this device, to be sent once a row names it. Resolves with its id. Rejects like every write if the device has no disk
 * space left.
 */
export const keepPhoto = async (photo: KeptPhoto): Promise<string> => (await load()).keepPhoto(photo);

/** The large variant of a photo, if it is on this device. */
export const storedPhoto = async (id: string): Promise<ArrayBuffer | undefined> => (await load()).storedPhoto(id);

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
export const imagesHere = async (): Promise<ImagesHere> => (await load()).imagesHere();

/**
 * Clears what was fetched. Every page lets go of it, and nothing from before now is fetched again until somebody looks at it. Rejects if it
 * cannot be deleted.
 */
export const clearFetched = async (): Promise<void> => (await load()).clearFetched();

/** An image that is shown now, with its type; undefined if it is not there. */
export const shownFile = (url: string): Blob | undefined => sources?.shownFile(url);

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
    load()
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

/**
 * The URL to show an image from: from this device, else from the server. Undefined until the image is there, or if it cannot be had. It is
 * released when no component shows it any more: a little later, or at once if it is `large`.
 */
export function useImageSource(url: string | null | undefined, large = false): string | undefined {
  const [shown, show] = useState<{ readonly url: string; readonly source: string | undefined }>();
  useEffect(() => {
    if (!url) return undefined;
    let stop: (() => void) | undefined;
    let over = false;
    load()
      .then(({ followImage }) => {
        if (!over) stop = followImage(url, (source) => show({ url, source }), large ? 0 : undefined);
      })
      // The initials are enough.
      .catch(() => undefined);
    return () => {
      over = true;
      stop?.();
    };
  }, [url, large]);
  if (!url) return undefined;
  return shown?.url === url ? shown.source : sources?.shownNow(url);
}
