import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { readTrail, visitBefore } from '../../data/trail.ts';

const pathOf = (path: string): string => path.split('?')[0] ?? path;

/**
 * Leads back to a path. If the member came from there, it goes back in the history, and the page appears as they left it. Without a path it
 * leads to the previous page, or to the posts if the previous page is unknown.
 */
export function useGoBack(): (path?: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (path) => {
      const before = visitBefore(readTrail());
      if (before && (path === undefined || pathOf(before.path) === pathOf(path))) void navigate(-1);
      else void navigate(path ?? '/posts', { replace: path === undefined });
    },
    [navigate],
  );
}
