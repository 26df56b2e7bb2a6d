// The main navigation: a tab bar on phones, a rail on tablets, a sidebar on wide screens.

import { Bell, MessageCircle, Newspaper, PenLine, Settings, UsersRound } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useConnection } from '../data/connection.ts';
import { useSession } from '../data/session.ts';
import { useUnread } from '../features/notifications/use-recent-notifications.ts';
import { usePeople } from '../features/people/use-people.ts';
import { useOwnEmail } from '../features/profiles/use-own-email.ts';
import { navigationText, pageTitle } from '../text/pages.ts';
import { badgeText } from '../text/shell.ts';
import { Brand, Mark } from '../ui/art/brand.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { bellLabel } from './bell.tsx';
import styles from './navigation.module.css';
import { rememberOrigin } from './notifications-origin.ts';
import { usePageOverrides } from './page.tsx';
import { showsTabBar } from './page-bars.ts';
import { usePageHandle } from './page-handle.ts';
import { askForRefresh } from './refresh.ts';

const places = [
  { to: '/posts', label: pageTitle.posts, Icon: Newspaper },
  { to: '/groups', label: pageTitle.groups, Icon: MessageCircle },
  { to: '/friends', label: pageTitle.friends, Icon: UsersRound },
  { to: '/settings', label: pageTitle.settings, Icon: Settings },
] as const;

/** `page` on the place itself, `true` on the pages below it. */
const currentness = (pathname: string, to: string) => {
  if (pathname === to) return 'page' as const;
  return pathname.startsWith(`${to}/`) ? ('true' as const) : undefined;
};

/** A press on the current place leads to its top and fetches what is new. */
function useRefresh(to: string): (event: MouseEvent) => void {
  const { pathname } = useLocation();
  const { retry } = useConnection();
  return (event) => {
    if (pathname !== to || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    window.scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' });
    askForRefresh();
    retry();
  };
}

/** A link to one of the places. */
function PlaceLink({
  to,
  className,
  children,
}: {
  readonly to: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  const { pathname } = useLocation();
  const refresh = useRefresh(to);
  return (
    <Link to={to} className={className} aria-current={currentness(pathname, to)} onClick={refresh}>
      {children}
    </Link>
  );
}

function Tabs() {
  return places.map(({ to, label, Icon }) => (
    <PlaceLink key={to} to={to} className={styles.tab}>
      <span className={styles.tabIcon}>
        <Icon />
      </span>
      {label}
    </PlaceLink>
  ));
}

/** Below the pages on phones, where the page wants it. */
export function TabBar() {
  const { showBottomNav } = usePageOverrides();
  const handle = usePageHandle();
  if (!(showBottomNav ?? showsTabBar(handle))) return null;
  return (
    <nav className={styles.tabBar} aria-label={navigationText.main}>
      <Tabs />
    </nav>
  );
}

export function Rail() {
  return (
    <nav className={styles.rail} aria-label={navigationText.main}>
      <Link to="/posts" className={styles.railHome} aria-label={pageTitle.app}>
        <Mark />
      </Link>
      <Link to="/posts/create" className={styles.railNew} aria-label={navigationText.newPost} data-icon-button="">
        <PenLine />
      </Link>
      <Tabs />
    </nav>
  );
}

export function Sidebar() {
  const { pathname, search } = useLocation();
  const unread = useUnread();
  const entry = ({ to, label, Icon }: (typeof places)[number]) => (
    <PlaceLink key={to} to={to} className={styles.sideItem}>
      <Icon />
      {label}
    </PlaceLink>
  );
  return (
    <nav className={styles.side} aria-label={navigationText.main}>
      <Link to="/posts" className={styles.sideHome}>
        <Brand />
      </Link>
      {places.slice(0, 3).map(entry)}
      <Link
        to="/notifications"
        className={styles.sideItem}
        aria-current={currentness(pathname, '/notifications')}
        aria-label={bellLabel(unread)}
        onClick={() => pathname !== '/notifications' && rememberOrigin(pathname + search)}
      >
        <Bell />
        {pageTitle.notifications}
        {unread > 0 && <span className={styles.count}>{badgeText(unread)}</span>}
      </Link>
      {places.slice(3).map(entry)}
      <div className={styles.sideNew}>
        <ButtonLink to="/posts/create" variant="primary" wide icon={<PenLine />}>
          {navigationText.newPost}
        </ButtonLink>
      </div>
      <Me />
    </nav>
  );
}

function Me() {
  const { user } = useSession();
  const personOf = usePeople();
  const email = useOwnEmail(user);
  if (!user) return null;
  const { name, imageUrl } = personOf(user.id, { name: user.name, imageUrl: null });
  return (
    <Link to="/settings" className={styles.me}>
      <Avatar userId={user.id} name={name} imageUrl={imageUrl} />
      <span className={styles.meWords}>
        <span className={styles.meName}>{name}</span>
        <span className={styles.meMail}>{email}</span>
      </span>
    </Link>
  );
}
