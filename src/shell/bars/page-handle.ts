import { useMatches } from 'react-router-dom';
import { pageTitle } from '../../text/pages.ts';

export type PageKind = 'auth' | 'main' | 'detail' | 'modal';

/** What the table of routes says about a page besides its screen: react-router's `handle` of the route. */
export interface PageHandle {
  readonly title: string;
  readonly kind: PageKind;
  /** Where the back button leads, with the variables of the page's own path; without it, to the previous entry in the history. */
  readonly back?: string;
  /** It shows the first rows of a start. Every other page waits until the store is open. */
  readonly showsFirstRows?: true;
  /** the chat of a group, which wide screens show beside the list of all groups */
  readonly isConversation?: true;
  /**
   * What the page does on wide screens with the space of the third column, which is empty beside it: `fill` arranges its own parts beside
   * each other there, `centre` is in the middle of it all.
   */
  readonly wide?: 'fill' | 'centre';
}

export const PRODUCT_NAME = pageTitle.app;

const otherPage: PageHandle = { title: PRODUCT_NAME, kind: 'main' };

/** The handle of a matched route, with its back target filled in. Any other path is a main page with the product's name. */
export function handleOf(
  match: { readonly handle?: unknown; readonly params: Record<string, string | undefined> } | undefined,
): PageHandle {
  const handle = match?.handle as PageHandle | undefined;
  if (!handle) return otherPage;
  return handle.back === undefined ? handle : { ...handle, back: handle.back.replace(/:(\w+)/g, (_, name) => match?.params[name] ?? '') };
}

/** The handle of the page that is shown. */
export const usePageHandle = (): PageHandle => handleOf(useMatches().at(-1));
