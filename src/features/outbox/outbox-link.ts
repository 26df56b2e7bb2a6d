import { useLocation } from 'react-router-dom';

const PARAM = 'outbox';

/** Whether the address opens the outbox. */
export const asksForOutbox = (search: string): boolean => new URLSearchParams(search).has(PARAM);

/** The search string without the outbox parameter. */
export function searchWithout(search: string): string {
  const params = new URLSearchParams(search);
  params.delete(PARAM);
  return params.size > 0 ? `?${params}` : '';
}

/** A link that opens the outbox over the present page, which stays one entry of the history. Spread it into a link component. */
export function useOutboxLink(): {
  readonly to: { readonly pathname: string; readonly search: string };
  readonly replace: true;
  readonly state: unknown;
} {
  const { pathname, search, state } = useLocation();
  const rest = searchWithout(search);
  return { to: { pathname, search: rest ? `${rest}&${PARAM}` : `?${PARAM}` }, replace: true, state };
}
