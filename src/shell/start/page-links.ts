import { afterFirstPaint } from '../../data/first-paint.ts';

/**
 * Adds what only the browser's own surroundings show: the manifest, with which the app can be installed, and the icon as a drawing, which is
 * sharp at every size and follows the theme. Each costs a start some milliseconds, so they come after the first paint.
 */
export function linkManifestAndIcon(): void {
  afterFirstPaint(() => {
    const manifest = document.createElement('link');
    Object.assign(manifest, { rel: 'manifest', href: '/manifest.webmanifest' });
    document.head.append(manifest);
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (icon) Object.assign(icon, { type: 'image/svg+xml', href: '/favicon.svg' });
  });
}
