import { listen } from '../../../schemas/base/listen.ts';

/**
 * Calls `listener` after the page was hidden or shown again, in a task of its own. A page that is being left is hidden as well, and Chromium
 * refuses the images that are rendered in that event: they would stay broken if Back shows the page again. Call the returned function to stop.
 */
export function listenVisibility(listener: () => void): () => void {
  let planned: ReturnType<typeof setTimeout> | undefined;
  const stop = listen([
    document,
    'visibilitychange',
    () => {
      clearTimeout(planned);
      planned = setTimeout(listener);
    },
  ]);
  return () => {
    clearTimeout(planned);
    stop();
  };
}
