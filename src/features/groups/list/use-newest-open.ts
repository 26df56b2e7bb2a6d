import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readTrail, visitBefore } from '../../../data/trail.ts';

/**
 * Opens this conversation in place of the list, once its id is known. Other parameters of the address are kept. A member who opened the
 * list from this same conversation goes back in the history instead: a second entry of it would have to be left twice.
 */
export function useNewestOpen(groupId: string | undefined): void {
  const navigate = useNavigate();
  const { search } = useLocation();
  const opened = useRef(false);
  useEffect(() => {
    if (groupId === undefined || opened.current) return;
    opened.current = true;
    const path = `/groups/${groupId}`;
    if (search === '' && visitBefore(readTrail())?.path === path) void navigate(-1);
    else void navigate(path + search, { replace: true });
  }, [groupId, search, navigate]);
}
