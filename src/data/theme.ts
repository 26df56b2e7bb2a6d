/**
 * Light, dark or as the system says. The choice is in local storage, where `public/theme.js` finds it before the first paint. For a
 * signed-in member it is also stored with their settings, so that their other devices get it (`theme-sync.tsx`).
 */
import { useSyncExternalStore } from 'react';
import { createTopic } from '../../schemas/base/topic.ts';
import { type Theme, themes } from '../../schemas/profiles/theme.ts';
import { keptAfterSignOut } from './session/kept-after-sign-out.ts';

declare global {
  interface Window {
    /** defined by `public/theme.js` */
    showTheme?: (theme: string | null) => void;
  }
}

const KEY = keptAfterSignOut.theme;
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

/** Stores a choice with the member's settings. */
type Keeper = (theme: Theme) => void;
let keeper: Keeper | undefined;

/** From now on choices are stored with a member's settings, until the returned function is called. */
export function keepThemeWith(next: Keeper): () => void {
  keeper = next;
  return () => {
    if (keeper === next) keeper = undefined;
  };
}

/** The member chooses a theme: it is applied at once and stored, also with their settings if they are signed in. */
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
