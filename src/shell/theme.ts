// Light, dark or as the system says. `public/theme.js` sets the attribute before the first paint; this keeps it up afterwards.
import { useSyncExternalStore } from 'react';
import type { Theme } from '../../schemas/profiles/profile.ts';

const KEY = 'theme';
const listeners = new Set<() => void>();

export function readTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Shows a theme from now on, in this browser. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(KEY, theme);
    document.documentElement.dataset.theme = theme;
  }
  colourTheBrowser();
  for (const listener of listeners) listener();
}

/** The browser's own bars follow the page: the two tags in the head answer to the system, an override answers for both. */
function colourTheBrowser(): void {
  const theme = readTheme();
  for (const tag of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = tag.media.includes('dark') ? 'dark' : 'light';
    const shown = theme === 'system' ? own : theme;
    const source = document.querySelector<HTMLMetaElement>(`meta[name="theme-color"][media*="${shown}"]`);
    tag.dataset.own ??= tag.content;
    if (source) tag.content = source.dataset.own ?? source.content;
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  // Another tab may choose as well.
  const onStorage = (event: StorageEvent) => event.key === KEY && applyTheme(readTheme());
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme);
