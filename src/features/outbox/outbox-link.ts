import { useLocation } from 'react-router-dom';

const PARAM = 'outbox';

/** Whether the address asks for the outbox. */
export const asksForOutbox = (search: string): boolean => new URLSearchParams(search).has(PARAM);

/** The address without asking for it. */
export function searchWithout(search: string): string {
  const params = new URLSearchParams(search);
  params.delete(PARAM);
  return params.size > 0 ? `?${params}` : '';
}

/** Opens the outbox over the page that is shown: spread it into a link. */
export function useOutboxLink(): {
  readonly to: { readonly pathname: string; readonly search: string };
  readonly state: { readonly outbox: true };
} {
  const { pathname, search } = useLocation();
  const rest = searchWithout(search);
  return { to: { pathname, search: rest ? `${rest}&${PARAM}` : `?${PARAM}` }, state: { outbox: true } };
}
