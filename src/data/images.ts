import { useEffect, useState } from 'react';

/**
 * Images as screens see them, by the address that a row names. What reads and keeps them is loaded with the first that is asked for: a page
 * without faces needs none of it.
 */
type Sources = typeof import('./image-sources.ts');
let sources: Sources | undefined;
let loading: Promise<Sources> | undefined;

function load(): Promise<Sources> {
  loading ??= import('./image-sources.ts').then((loaded) => {
    sources = loaded;
    return loaded;
  });
  // What cannot be had now is asked for again by the next.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/**
 * Keeps an image on this device, to be sent once a row names it, and resolves with the address by which that row is to do so. Rejects like
 * every write where the device has no room left.
 */
export const keepImage = async (jpegOrWebpBytes: ArrayBuffer): Promise<string> => (await load()).keepImage(jpegOrWebpBytes);

/**
 * Where to show an image from: what this device holds, else what the server gives this member; undefined until it is there, or where it is
 * nowhere to be had. It is let go of when nobody shows it any more.
 */
export function useImageSource(url: string | null | undefined): string | undefined {
  const [shown, show] = useState<{ readonly url: string; readonly source: string | undefined }>();
  useEffect(() => {
    if (!url) return undefined;
    let stop: (() => void) | undefined;
    let over = false;
    load()
      .then(({ followImage }) => {
        if (!over) stop = followImage(url, (source) => show({ url, source }));
      })
      // Initials do as well.
      .catch(() => undefined);
    return () => {
      over = true;
      stop?.();
    };
  }, [url]);
  if (!url) return undefined;
  return shown?.url === url ? shown.source : sources?.shownNow(url);
}
