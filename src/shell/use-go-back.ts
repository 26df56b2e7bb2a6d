import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { readTrail, visitBefore } from '../data/trail.ts';

const pathOf = (path: string): string => path.split('?')[0] ?? path;

/**
 * Leads back to a path. Where one came from there, it goes back in the history, and the page stands as it was left. Without a path
 * it leads to the page before, or to the posts where that is none of ours.
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
