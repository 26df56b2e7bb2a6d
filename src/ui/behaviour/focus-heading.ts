/** Moves the focus to the heading of the page. Returns false if there is none yet. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('h1[tabindex="-1"]');
  heading?.focus({ preventScroll: true });
  return heading !== null;
}
