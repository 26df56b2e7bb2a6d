/**
 * Light, dark or as the system says. The choice lies in local storage, where `public/theme.js` finds it before the first paint. Of a
 * member who is signed in it is also kept with their settings, so that it goes along to their other devices (`theme-sync.tsx`).
 */
import { useSyncExternalStore } from 'react';
import { createTopic } from '../../schemas/base/topic.ts';
import { type Theme, themes } from '../../schemas/profiles/profile.ts';
import { staysAfterSignOut } from './stays-after-sign-out.ts';

declare global {
  interface Window {
    /** of `public/theme.js` */
    showTheme?: (theme: string | null) => void;
  }
}

const KEY = staysAfterSignOut.theme;
const shown = createTopic();

export function readTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Shows a theme from now on, in this browser. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  show();
}

function show(): void {
  window.showTheme?.(localStorage.getItem(KEY));
  shown.announce();
}

/** Keeps a choice with the member's settings. */
type Keeper = (theme: Theme) => void;
let keeper: Keeper | undefined;

/** From now on choices are kept with a member's settings, until the returned function is called. */
export function keepThemeWith(next: Keeper): () => void {
  keeper = next;
  return () => {
    if (keeper === next) keeper = undefined;
  };
}

/** Somebody chooses a theme: it shows at once and stays, with their settings where they are signed in. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  keeper?.(theme);
}

/** Light, dark, system, light, ... */
export const themeAfter = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';

const subscribe = (listener: () => void) => {
  const unsubscribe = shown.subscribe(listener);
  // Another tab may choose as well.
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) show();
  };
  window.addEventListener('storage', onStorage);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', onStorage);
  };
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme);
