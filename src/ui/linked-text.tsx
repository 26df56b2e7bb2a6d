import { lazy, Suspense } from 'react';

/** Every address contains one of these. Most texts contain none, so they skip the search. */
const MAY_HOLD_ADDRESS = /:\/\/|www\.|@/i;

const Links = lazy(() =>
  import('./links.tsx').catch((error: unknown) => {
    // Without its links the text is still readable.
    console.warn('Addresses in texts could not be made links', error);
    return { default: ({ text }: { readonly text: string }) => <>{text}</> };
  }),
);

/** A text with its web addresses as links that open in a new tab. It is never interpreted as HTML. */
export function LinkedText({ text }: { readonly text: string }) {
  if (!MAY_HOLD_ADDRESS.test(text)) return text;
  return (
    <Suspense fallback={text}>
      <Links text={text} />
    </Suspense>
  );
}
