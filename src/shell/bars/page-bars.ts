import type { PageHandle } from './page-handle.ts';

export type BackAction = { readonly kind: 'handler' } | { readonly kind: 'path'; readonly path: string } | { readonly kind: 'history' };

/** A back handler of the page comes first, then the back target, then the previous entry in the history. */
export function backAction({ back }: PageHandle, hasHandler: boolean): BackAction {
  if (hasHandler) return { kind: 'handler' };
  return back === undefined ? { kind: 'history' } : { kind: 'path', path: back };
}

/** Only main pages have the tab bar. */
export const showsTabBar = ({ kind }: PageHandle): boolean => kind === 'main';

/** Detail and modal pages have a back button. The notifications have none: they lead back to where the member came from. */
export const showsBack = ({ kind }: PageHandle, pathname: string): boolean =>
  (kind === 'detail' || kind === 'modal') && pathname !== '/notifications';
