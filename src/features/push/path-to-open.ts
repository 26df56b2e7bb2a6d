/**
 * The path in a message of the service worker that asks this page to open it; undefined for every other message. Only paths of this app that
 * begin with a single slash: browsers read `//` and `/\` as another site.
 */
export function pathToOpen(message: unknown, isKnown: (pathname: string) => boolean): string | undefined {
  const { type, path } = (message ?? {}) as { readonly type?: unknown; readonly path?: unknown };
  if (type !== 'OPEN' || typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return undefined;
  return isKnown(path.replace(/[?#].*/s, '')) ? path : undefined;
}
