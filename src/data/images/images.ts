import { useEffect, useState } from 'react';

/**
 * Images as screens see them, by the address in a row. The code that reads and stores them is loaded with the first image: a page without
 * images needs none of it.
 */
type Sources = typeof import('./image-sources.ts');
let sources: Sources | undefined;
let loading: Promise<Sources> | undefined;

/** The code that reads and stores images. Rejects if it cannot be loaded now. */
export function loadImages(): Promise<Sources> {
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
export const keepImage = async (jpegOrWebpBytes: ArrayBuffer): Promise<string> => (await loadImages()).keepImage(jpegOrWebpBytes);

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
export const keepPhoto = async (photo: KeptPhoto): Promise<string> => (await loadImages()).keepPhoto(photo);

/** The large variant of a photo, if it is on this device. */
export const storedPhoto = async (id: string): Promise<ArrayBuffer | undefined> => (await loadImages()).storedPhoto(id);

/** An image that is shown now, with its type; undefined if it is not there. */
export const shownFile = (url: string): Blob | undefined => sources?.shownFile(url);

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
    loadImages()
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
