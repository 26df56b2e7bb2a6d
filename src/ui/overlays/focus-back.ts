import { focusHeading } from '../behaviour/focus-heading.ts';

/**
 * Gives the focus back to what opened an overlay. By now that may have disappeared, such as a link that is shown only for a moment, and an
 * address has none: then the heading of the page gets it.
 */
export function focusBack(opener: HTMLElement | null): void {
  if (opener?.isConnected && opener !== document.body) opener.focus();
  else focusHeading();
}
