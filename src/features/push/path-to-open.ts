/**
 * The path in a message of the service worker that asks this page to open it; undefined for every other message. Only paths of this app that
 * begin with a single slash: browsers read `//` and `/\` as another site. A page that was suspended until the worker gave it up stays
 * where it is, since another window was opened.
 */
export function pathToOpen(message: unknown, isKnown: (pathname: string) => boolean, now: number): string | undefined {
  const { type, path, until } = (message ?? {}) as { readonly type?: unknown; readonly path?: unknown; readonly until?: unknown };
  if (type !== 'OPEN' || typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return undefined;
  if (typeof until !== 'number' || now > until) return undefined;
  return isKnown(path.replace(/[?#].*/s, '')) ? path : undefined;
}
