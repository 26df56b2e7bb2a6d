import { createContext } from 'react';

/** Where to show an image from that a row names, undefined while it is not there. A hook, given by whoever knows how images are kept. */
export type UseImageSource = (url: string | null | undefined) => string | undefined;

export const ImageSourceContext = createContext<UseImageSource>(() => undefined);
