import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { badgeText } from '../text/shell.ts';
import { focusHeading } from '../ui/focus-heading.ts';
import { PRODUCT_NAME } from './page-handle.ts';

/**
 * Names the page to the browser, with how much is unread, and moves the focus to its heading when the path changes, so that a screen reader says where
 * one is and the next Tab starts at the top. The first page keeps the focus where the browser put it.
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
    // A field that asked for the focus, or a dialog that is open, keeps it.
    const held = document.activeElement;
    if (held instanceof HTMLElement && held.closest('[role=dialog], [role=alertdialog], input, textarea')) return;
    if (focusHeading()) return;
    // The code of the page is still on its way. Whoever goes on to something else meanwhile stays there.
    const observer = new MutationObserver(() => {
      const moved = document.activeElement !== held && document.activeElement !== document.body;
      if (moved || focusHeading()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname]);
}
