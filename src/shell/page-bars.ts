import type { PageHandle } from './page-handle.ts';

export type BackAction = { readonly kind: 'handler' } | { readonly kind: 'path'; readonly path: string } | { readonly kind: 'history' };

/** A back handler of the page comes first, then the back target, then the entry before in the history. */
export function backAction({ back }: PageHandle, hasHandler: boolean): BackAction {
  if (hasHandler) return { kind: 'handler' };
  return back === undefined ? { kind: 'history' } : { kind: 'path', path: back };
}

/** The top bar goes on every page but those of signing in. */
export const showsTopBar = ({ kind }: PageHandle): boolean => kind !== 'auth';

/** The tab bar goes on main pages only. */
export const showsTabBar = ({ kind }: PageHandle): boolean => kind === 'main';

/** Detail and modal pages go back, except the notifications, which are left by where one came from. */
export const showsBack = ({ kind }: PageHandle, pathname: string): boolean =>
  (kind === 'detail' || kind === 'modal') && pathname !== '/notifications';
