import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { badgeText } from '../../text/shell.ts';
import { focusHeading } from '../../ui/behaviour/focus-heading.ts';
import { PRODUCT_NAME } from './page-handle.ts';

/**
 * Sets the page's title in the browser, with the count of what is unread. When the path changes, it moves the focus to the heading, so that
 * a screen reader says where the member is and the next Tab starts at the top. The first page keeps the focus where the browser put it.
 */
export function usePageTitle(title: string, unread = 0): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);

  useEffect(() => {
    const name = title === PRODUCT_NAME ? title : `${title} · ${PRODUCT_NAME}`;
    document.title = unread > 0 ? `(${badgeText(unread)}) ${name}` : name;
  }, [title, unread]);

  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // A field that asked for the focus, or an open dialog, keeps it.
    const held = document.activeElement;
    if (held instanceof HTMLElement && held.closest('[role=dialog], [role=alertdialog], input, textarea')) return;
    if (focusHeading()) return;
    // The code of the page is still loading. If the member moves the focus in that time, it stays there.
    const observer = new MutationObserver(() => {
      const moved = document.activeElement !== held && document.activeElement !== document.body;
      if (moved || focusHeading()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname]);
}
