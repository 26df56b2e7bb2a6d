// What a screen may change about the bars around it. The wish belongs to the screen that made it and ends with the route: a
// screen that does not ask gets what the table of page metadata says.
import { type ReactNode, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { createTopic } from '../../schemas/base/topic.ts';

export interface PageOverrides {
  readonly title?: string | undefined;
  readonly subtitle?: string | undefined;
  /** stands before the title */
  readonly picture?: ReactNode;
  /** stands at the end of the top bar, before the bell */
  readonly actions?: ReactNode;
  /** comes before the back target of the table */
  readonly onBack?: (() => void) | undefined;
  readonly showTopNav?: boolean | undefined;
  readonly showBottomNav?: boolean | undefined;
}

const none: PageOverrides = {};
let current: { readonly owner: object; readonly pathname: string; readonly overrides: PageOverrides } | undefined;
const changed = createTopic();

const differs = (a: PageOverrides, b: PageOverrides) =>
  (['title', 'subtitle', 'picture', 'actions', 'onBack', 'showTopNav', 'showBottomNav'] as const).some((key) => a[key] !== b[key]);

/** Overrides the title, the actions and the bars while the calling screen stands. Call it once in a screen, with what holds now. */
export function usePage(overrides: PageOverrides): void {
  const [owner] = useState(() => ({}));
  const { pathname } = useLocation();
  // After every render: the values are whatever this render made. Only the bars listen, never the screen, so nothing goes round.
  useLayoutEffect(() => {
    if (current?.owner === owner && current.pathname === pathname && !differs(current.overrides, overrides)) return;
    current = { owner, pathname, overrides };
    changed.announce();
  });
  useLayoutEffect(
    () => () => {
      if (current?.owner !== owner) return;
      current = undefined;
      changed.announce();
    },
    [owner],
  );
}

/** What the screen that stands has asked for, for the path that is shown: with another path it begins anew. */
export function usePageOverrides(): PageOverrides {
  const { pathname } = useLocation();
  return useSyncExternalStore(changed.subscribe, () => (current?.pathname === pathname ? current.overrides : none));
}
