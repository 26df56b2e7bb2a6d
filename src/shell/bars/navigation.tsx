// The main navigation: a tab bar on phones, a rail on tablets, a sidebar on wide screens.

import { Bell, MessageCircle, Newspaper, PenLine, Settings, UsersRound } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../../data/session/session.ts';
import { useConnection } from '../../data/store/connection.ts';
import { useUnread } from '../../features/notifications/use-recent-notifications.ts';
import { usePeople } from '../../features/people/use-people.ts';
import { useOwnEmail } from '../../features/profiles/use-own-email.ts';
import { navigationText, pageTitle } from '../../text/pages.ts';
import { badgeText } from '../../text/shell.ts';
import { Brand, Mark } from '../../ui/art/brand.tsx';
import { wantsMotion } from '../../ui/behaviour/use-media.ts';
import { ButtonLink } from '../../ui/forms/button.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';
import { rememberOrigin } from '../notifications-origin.ts';
import { usePageOverrides } from '../page.tsx';
import { askForRefresh } from '../versions/refresh.ts';
import { bellLabel } from './bell.tsx';
import styles from './navigation.module.css';
import { showsTabBar } from './page-bars.ts';
import { usePageHandle } from './page-handle.ts';

const destinations = [
  { to: '/posts', label: pageTitle.posts, Icon: Newspaper },
  { to: '/groups', label: pageTitle.groups, Icon: MessageCircle },
  { to: '/friends', label: pageTitle.friends, Icon: UsersRound },
  { to: '/settings', label: pageTitle.settings, Icon: Settings },
] as const;

/** `page` on the destination itself, `true` on the pages below it. */
const currentness = (pathname: string, to: string) => {
  if (pathname === to) return 'page' as const;
  return pathname.startsWith(`${to}/`) ? ('true' as const) : undefined;
};

/** A press on the current destination leads to its top and fetches what is new. */
function useRefresh(to: string): (event: MouseEvent) => void {
  const { pathname } = useLocation();
  const { retry } = useConnection();
  return (event) => {
    if (pathname !== to || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    window.scrollTo({ top: 0, behavior: wantsMotion() ? 'smooth' : 'instant' });
    askForRefresh();
    retry();
  };
}

/** A link to one of the destinations. */
function DestinationLink({
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
  return destinations.map(({ to, label, Icon }) => (
    <DestinationLink key={to} to={to} className={`stack meta ${styles.tab}`}>
      <span className={styles.tabIcon}>
        <Icon />
      </span>
      {label}
    </DestinationLink>
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
  const entry = ({ to, label, Icon }: (typeof destinations)[number]) => (
    <DestinationLink key={to} to={to} className={`row gap-3 ${styles.sideItem}`}>
      <Icon />
      {label}
    </DestinationLink>
  );
  return (
    <nav className={styles.side} aria-label={navigationText.main}>
      <Link to="/posts" className={styles.sideHome}>
        <Brand />
      </Link>
      {destinations.slice(0, 3).map(entry)}
      <Link
        to="/notifications"
        className={`row gap-3 ${styles.sideItem}`}
        aria-current={currentness(pathname, '/notifications')}
        aria-label={bellLabel(unread)}
        onClick={() => pathname !== '/notifications' && rememberOrigin(pathname + search)}
      >
        <Bell />
        {pageTitle.notifications}
        {unread > 0 && <span className={styles.count}>{badgeText(unread)}</span>}
      </Link>
      {destinations.slice(3).map(entry)}
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
    <Link to="/settings" className={`row gap-3 ${styles.me}`}>
      <Avatar userId={user.id} name={name} imageUrl={imageUrl} />
      <span className={styles.meWords}>
        <span className={`cut ${styles.meName}`}>{name}</span>
        <span className="cut meta">{email}</span>
      </span>
    </Link>
  );
}
