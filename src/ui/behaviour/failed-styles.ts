// Style sheets that the build loads with a piece of code and that failed to load.
const failedStyles = new Set<HTMLLinkElement>();

/** Listens to load errors of the document. */
export function noteFailedStyle({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
}

/**
 * Loads failed style sheets again. The build's loader requests each only once, so that a piece that is loaded again would come without its
 * styles.
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
