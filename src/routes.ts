/** The one table of routes: the screen of each path, for whom it is, its title, its kind and where back leads. */
import type { PageHandle } from './shell/bars/page-handle.ts';
import type { Screens } from './shell/screens.ts';
import { pageTitle } from './text/pages.ts';

export interface PageRoute {
  readonly path: string;
  /** the file in `screens/` */
  readonly screen: string;
  readonly sides: readonly Screens['side'][];
  readonly handle?: PageHandle;
}

const visitor = { sides: ['visitor'] } as const;
const member = { sides: ['member'] } as const;
const auth = (title: string): PageHandle => ({ title, kind: 'auth' });
const main = (title: string): PageHandle => ({ title, kind: 'main' });
const detail = (title: string, back: string): PageHandle => ({ title, kind: 'detail', back });
const modal = (title: string, back: string): PageHandle => ({ title, kind: 'modal', back });
const photos = (back: string): PageHandle => ({ ...detail(pageTitle.photos, back), wide: 'fill' });
const prose = (title: string): PageHandle => ({ ...modal(title, '/settings'), wide: 'centre' });

export const pageRoutes: readonly PageRoute[] = [
  { path: '/', screen: 'landing', ...visitor, handle: auth(pageTitle.home) },
  { path: '/auth', screen: 'auth', ...visitor, handle: auth(pageTitle.login) },
  { path: '/auth/reset-password', screen: 'reset-password', ...visitor, handle: auth(pageTitle.login) },
  { path: '/google-auth/callback', screen: 'google-callback', sides: ['visitor', 'member'] },
  { path: '/posts', screen: 'feed', ...member, handle: { ...main(pageTitle.posts), showsFirstRows: true } },
  { path: '/posts/create', screen: 'post-form', ...member, handle: modal(pageTitle.createPost, '/posts') },
  { path: '/posts/:postId/edit', screen: 'post-form', ...member, handle: modal(pageTitle.editPost, '/posts/:postId') },
  { path: '/posts/:postId', screen: 'post', ...member, handle: { ...detail(pageTitle.post, '/posts'), showsFirstRows: true } },
  { path: '/friends', screen: 'friends', ...member, handle: { ...main(pageTitle.friends), wide: 'fill' } },
  { path: '/friends/:friendId', screen: 'friend', ...member, handle: { ...detail(pageTitle.friend, '/friends'), wide: 'fill' } },
  { path: '/friends/:friendId/photos', screen: 'photos', ...member, handle: photos('/friends/:friendId') },
  { path: '/groups', screen: 'groups', ...member, handle: main(pageTitle.groups) },
  { path: '/groups/create', screen: 'group-form', ...member, handle: modal(pageTitle.createGroup, '/groups') },
  { path: '/groups/:groupId/settings', screen: 'group-form', ...member, handle: modal(pageTitle.groupSettings, '/groups/:groupId') },
  { path: '/groups/:groupId/photos', screen: 'photos', ...member, handle: photos('/groups/:groupId/settings') },
  { path: '/groups/:groupId', screen: 'group-chat', ...member, handle: { ...detail(pageTitle.group, '/groups'), isConversation: true } },
  { path: '/notifications', screen: 'notifications', ...member, handle: detail(pageTitle.notifications, '/posts') },
  { path: '/settings', screen: 'settings', ...member, handle: { ...modal(pageTitle.settings, '/posts'), wide: 'fill' } },
  { path: '/share', screen: 'share', ...member, handle: modal(pageTitle.shared, '/posts') },
  { path: '/chat', screen: 'chat', ...member },
  { path: '/contact', screen: 'contact', ...member, handle: prose(pageTitle.contact) },
  { path: '/terms', screen: 'terms', ...member, handle: prose(pageTitle.terms) },
  { path: '/privacy', screen: 'privacy', ...member, handle: prose(pageTitle.privacy) },
  { path: '/security', screen: 'security', ...member, handle: prose(pageTitle.security) },
];

/** The screens of one side, each once, in the order of the table. */
export const screensOf = (side: Screens['side']): readonly string[] => [
  ...new Set(pageRoutes.flatMap(({ sides, screen }) => (sides.includes(side) ? [screen] : []))),
];
