import { createContext } from 'react';

/** The URL to show the image of a row from, undefined while it is not there. The code that stores images provides this hook. */
export type UseImageSource = (url: string | null | undefined) => string | undefined;

export const ImageSourceContext = createContext<UseImageSource>(() => undefined);
