import { createContext } from 'react';

/**
 * The URL to show the image of a row from, undefined while it is not there. The code that stores images provides this hook. A `large` one is
 * released as soon as nothing shows it.
 */
export type UseImageSource = (url: string | null | undefined, large?: boolean) => string | undefined;

export const ImageSourceContext = createContext<UseImageSource>(() => undefined);
