import { useEffect } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { type MailLink, readMailLink } from '../../../../schemas/account/mail-link.ts';

/** The link that led to this page. Its token is in the address at first, and from then on in the entry of the browser's history. */
export function openedLink(location: Pick<Location, 'pathname' | 'hash' | 'state'>): MailLink | undefined {
  return readMailLink(location) ?? (location.state as { readonly link?: MailLink } | null)?.link;
}

/**
 * Moves the token of a link from the address bar into the history's entry: nobody sees it over a shoulder, in a screenshot or in a copied
 * address, and a reload still has it. Leaving the page by another link leaves the token behind.
 */
export function useHiddenToken(): void {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const link = readMailLink(location);
    if (!link) return;
    const { pathname, search, state } = location;
    void navigate(pathname + search, { replace: true, state: { ...(state as object | null), link } });
  }, [location, navigate]);
}
