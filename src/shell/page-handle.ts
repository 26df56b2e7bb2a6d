import { generatePath, useMatches } from 'react-router-dom';
import { pageTitle } from '../text/pages.ts';

export type PageKind = 'auth' | 'main' | 'detail' | 'modal';

/** What the table of routes says of a page besides its screen: react-router's `handle` of the route. */
export interface PageHandle {
  readonly title: string;
  readonly kind: PageKind;
  /** Where the back button leads, with the variables of the page's own path; without it, to the entry before in the history. */
  readonly back?: string;
  /** the chat of a group, which wide screens show beside the list of all groups */
  readonly isConversation?: true;
}

export const PRODUCT_NAME = pageTitle.app;

const otherPage: PageHandle = { title: PRODUCT_NAME, kind: 'main' };

/** What a match of the table says, its back target filled in. Any other path is a main page with the product's name. */
export function handleOf(
  match: { readonly handle?: unknown; readonly params: Record<string, string | undefined> } | undefined,
): PageHandle {
  const handle = match?.handle as PageHandle | undefined;
  if (!handle) return otherPage;
  return handle.back === undefined ? handle : { ...handle, back: generatePath(handle.back, match?.params) };
}

/** Of the page that is shown. */
export const usePageHandle = (): PageHandle => handleOf(useMatches().at(-1));

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
