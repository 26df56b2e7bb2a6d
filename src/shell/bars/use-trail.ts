import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { follow, keepTrail, readTrail } from '../../data/trail.ts';

/** Keeps the trail of the pages that a member visits. */
export function useTrail(): void {
  const { pathname, search, key } = useLocation();
  const move = useNavigationType();
  // Before anything on the new page can be pressed.
  useLayoutEffect(() => keepTrail(follow(readTrail(), move, { path: pathname + search, key }, Date.now())), [move, pathname, search, key]);
}
