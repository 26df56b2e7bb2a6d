import { useEffect } from 'react';
import { settingId, settingKey } from '../../schemas/profiles/setting-keys.ts';
import { type Theme, themes } from '../../schemas/profiles/theme.ts';
import { type LocalStore, useLiveDocument, useStore } from '../data/store/local-store.tsx';
import { writeSetting } from '../data/store/write-setting.ts';
import { applyTheme, keepThemeWith, readTheme, useTheme } from '../data/theme.ts';

/** Names the member whose choice could not be stored with their settings. Until it can be, only local storage has it. */
const UNSTORED = 'themeUnkept';

async function keep(store: LocalStore, theme: Theme): Promise<void> {
  // Set first: a page that reloads at this moment loses the write.
  localStorage.setItem(UNSTORED, store.userId);
  try {
    await writeSetting(store, settingKey.theme, theme);
    // By now the member may have chosen another one.
    if (readTheme() === theme) localStorage.removeItem(UNSTORED);
  } catch (error) {
    console.warn('The theme could not be kept with the settings', error);
  }
}

/** The member's theme: a choice on this device is stored with their settings, and a choice on another device shows here too. */
export default function ThemeSync() {
  const store = useStore();
  const { row } = useLiveDocument('settings', settingId(store.userId, settingKey.theme));
  const chosen = themes.find((theme) => theme === row?.value);
  // Also follows other tabs, on every page.
  useTheme();
  useEffect(() => {
    if (localStorage.getItem(UNSTORED) === store.userId) void keep(store, readTheme());
    return keepThemeWith((theme) => void keep(store, theme));
  }, [store]);
  useEffect(() => {
    if (chosen && chosen !== readTheme() && localStorage.getItem(UNSTORED) !== store.userId) applyTheme(chosen);
  }, [chosen, store]);
  return null;
}
