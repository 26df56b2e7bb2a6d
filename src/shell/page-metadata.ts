import { pageTitle } from '../text/pages.ts';

// Title, type and back target of every path.
export type PageType = 'auth' | 'main' | 'detail' | 'modal';

export interface PageMetadata {
  readonly title: string;
  readonly type: PageType;
  /** where the back button leads; undefined: the previous entry of the history */
  readonly back?: string | undefined;
}

export const PRODUCT_NAME = pageTitle.app;

// `:id` stands for one part of a path and comes back in `back`. A fixed path stands before one with a variable.
const table: readonly (readonly [path: string, title: string, type: PageType, back?: string])[] = [
  ['/', pageTitle.home, 'auth'],
  ['/auth', pageTitle.login, 'auth'],
  ['/auth/reset-password', pageTitle.login, 'auth'],
  ['/posts', pageTitle.posts, 'main'],
  ['/friends', pageTitle.friends, 'main'],
  ['/groups', pageTitle.groups, 'main'],
  ['/posts/create', pageTitle.createPost, 'modal', '/posts'],
  ['/posts/:id/edit', pageTitle.editPost, 'modal', '/posts/:id'],
  ['/posts/:id', pageTitle.post, 'detail', '/posts'],
  ['/friends/:id', pageTitle.friend, 'detail', '/friends'],
  ['/groups/create', pageTitle.createGroup, 'modal', '/groups'],
  ['/groups/:id/settings', pageTitle.groupSettings, 'modal', '/groups/:id'],
  ['/groups/:id', pageTitle.group, 'detail', '/groups'],
  ['/notifications', pageTitle.notifications, 'detail', '/posts'],
  ['/settings', pageTitle.settings, 'modal', '/posts'],
  ['/contact', pageTitle.contact, 'modal', '/settings'],
  ['/terms', pageTitle.terms, 'modal', '/settings'],
  ['/privacy', pageTitle.privacy, 'modal', '/settings'],
  ['/security', pageTitle.security, 'modal', '/settings'],
];

const rows = table.map(([path, title, type, back]) => ({
  pattern: new RegExp(`^${path.replace(':id', '(?<id>[^/]+)')}/?$`),
  title,
  type,
  back,
}));

/** What is known of a path. Any other path is a main page with the product's name. */
export function pageMetadata(pathname: string): PageMetadata {
  for (const { pattern, title, type, back } of rows) {
    const match = pattern.exec(pathname);
    if (match) return { title, type, back: back?.replace(':id', match.groups?.id ?? '') };
  }
  return { title: PRODUCT_NAME, type: 'main' };
}

/** The chat of a group, which wide screens show beside the list of all groups. */
export const isConversation = (pathname: string): boolean => pathname !== '/groups/create' && /^\/groups\/[^/]+\/?$/.test(pathname);

export type BackAction = { readonly kind: 'handler' } | { readonly kind: 'path'; readonly path: string } | { readonly kind: 'history' };

/** A back handler of the page comes first, then the back target, then the previous entry of the history. */
export function backAction(metadata: PageMetadata, hasHandler: boolean): BackAction {
  if (hasHandler) return { kind: 'handler' };
  return metadata.back ? { kind: 'path', path: metadata.back } : { kind: 'history' };
}

/** The top bar goes on every page but those of signing in. */
export const showsTopBar = (metadata: PageMetadata): boolean => metadata.type !== 'auth';

/** The tab bar goes on main pages only. */
export const showsTabBar = (metadata: PageMetadata): boolean => metadata.type === 'main';

/** Detail and modal pages go back, except the notifications, which are left by where one came from. */
export const showsBack = (metadata: PageMetadata, pathname: string): boolean =>
  (metadata.type === 'detail' || metadata.type === 'modal') && pathname !== '/notifications';
