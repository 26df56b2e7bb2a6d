import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { follow, forgetTrail, keepTrail, readTrail } from './trail.ts';

/** Writes down where one goes, while somebody is signed in. */
export function useTrail(signedIn: boolean): void {
  const { pathname, search, key } = useLocation();
  const move = useNavigationType();
  // Before anything on the new page can be pressed.
  useLayoutEffect(() => {
    if (signedIn) keepTrail(follow(readTrail(), move, { path: pathname + search, key }, Date.now()));
    else forgetTrail();
  }, [signedIn, move, pathname, search, key]);
}
