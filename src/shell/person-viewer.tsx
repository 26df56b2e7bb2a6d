import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { closePerson, useShown } from '../features/people/shown-person.ts';
import { personFailed } from '../text/person-failed.ts';
import { loader, useLoaded } from '../ui/behaviour/use-loaded.ts';
import { notify } from '../ui/overlays/toast.ts';

/** Loaded ahead like the pages, so that it opens without a network as well. */
export const loadPersonSheet = loader(() => import('./person-sheet.tsx'));

/** Mounted once beside the pages; `showProfile` and `showConnection` open it from anywhere. It closes with the page that opened it. */
export function PersonViewer() {
  const shown = useShown();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the person who was shown belongs to the page before
  useEffect(() => closePerson, [pathname]);
  const PersonSheet = useLoaded(loadPersonSheet, shown !== null, () => {
    notify.error(personFailed[shown?.view ?? 'profile']);
    closePerson();
  });
  return shown && PersonSheet ? <PersonSheet shown={shown} /> : null;
}
