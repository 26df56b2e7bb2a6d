import { lazy, Suspense } from 'react';

/** What no address does without. Most texts have none of it, and are spared the search. */
const MAY_HOLD_ADDRESS = /:\/\/|www\.|@/i;

const Links = lazy(() =>
  import('./links.tsx').catch((error: unknown) => {
    // A text without its links is still a text.
    console.warn('Addresses in texts could not be made links', error);
    return { default: ({ text }: { readonly text: string }) => <>{text}</> };
  }),
);

/** What somebody wrote, its web addresses as links that open elsewhere. Nothing in it is ever read as HTML. */
export function LinkedText({ text }: { readonly text: string }) {
  if (!MAY_HOLD_ADDRESS.test(text)) return text;
  return (
    <Suspense fallback={text}>
      <Links text={text} />
    </Suspense>
  );
}
