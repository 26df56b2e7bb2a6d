/** Badges work in installed apps if the system allows them. Elsewhere, or if the system refuses, nothing happens. */
interface Badging {
  readonly setAppBadge?: (count: number) => Promise<void>;
  readonly clearAppBadge?: () => Promise<void>;
}

/** Shows this count on the icon of the installed app. */
export function showBadge(unread: number): void {
  const badging: Badging = navigator;
  const shown = unread > 0 ? badging.setAppBadge?.(unread) : badging.clearAppBadge?.();
  shown?.catch(() => undefined);
}
