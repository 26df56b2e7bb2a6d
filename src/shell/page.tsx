// What a screen may change about the bars around it. An override belongs to the screen that made it and ends with the route. A screen
// without overrides gets what the table of routes says.
import { type ReactNode, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { createTopic } from '../../schemas/base/topic.ts';

export interface PageOverrides {
  readonly title?: string | undefined;
  /** the title of the document, where it says more than the bar does */
  readonly documentTitle?: string | undefined;
  readonly subtitle?: string | undefined;
  /** shown before the title */
  readonly picture?: ReactNode;
  /** shown at the end of the top bar, before the bell */
  readonly actions?: ReactNode;
  /** used instead of the back target of the table */
  readonly onBack?: (() => void) | undefined;
  readonly showBottomNav?: boolean | undefined;
}

const none: PageOverrides = {};
let current: { readonly owner: object; readonly pathname: string; readonly overrides: PageOverrides } | undefined;
const changed = createTopic();

const differs = (a: PageOverrides, b: PageOverrides) =>
  (['title', 'documentTitle', 'subtitle', 'picture', 'actions', 'onBack', 'showBottomNav'] as const).some((key) => a[key] !== b[key]);

/** Overrides the title, the actions and the bars while the calling screen is shown. Call it once in a screen, with the current values. */
export function usePage(overrides: PageOverrides): void {
  const [owner] = useState(() => ({}));
  const { pathname } = useLocation();
  // After every render, with the values of that render. Only the bars subscribe, never the screen, so this cannot loop.
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

/** The overrides of the current screen, for the path that is shown. Another path begins without any. */
export function usePageOverrides(): PageOverrides {
  const { pathname } = useLocation();
  return useSyncExternalStore(changed.subscribe, () => (current?.pathname === pathname ? current.overrides : none));
}
