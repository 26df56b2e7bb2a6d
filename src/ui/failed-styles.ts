// Style sheets that the build fetches with a piece of code and that could not be had.
const failedStyles = new Set<HTMLLinkElement>();

/** Listens to the failures of the document. */
export function noteFailedStyle({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
}

/**
 * Style sheets that could not be had, once more: the build's loader asks for each only once, so that a piece that is loaded again would
 * come without its look.
 */
export async function loadFailedStyles(): Promise<void> {
  await Promise.all(
    [...failedStyles].map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.onload = () => resolve();
          again.onerror = () => reject(new Error(`Unable to preload CSS for ${link.href}`));
          failedStyles.delete(link);
          link.replaceWith(again);
        }),
    ),
  );
}
