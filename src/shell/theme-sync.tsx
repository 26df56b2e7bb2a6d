import { useEffect } from 'react';
import { settingId, type Theme, themeSchema } from '../../schemas/profiles/profile.ts';
import { settingKey } from '../../schemas/profiles/setting-kinds.ts';
import { type LocalStore, useLiveDocument, useStore } from '../data/local-store.tsx';
import { applyTheme, keepThemeWith, readTheme, useTheme } from '../data/theme.ts';
import { writeSetting } from '../data/write-setting.ts';

/** Names the member whose choice could not be kept with their settings: it stands in local storage alone until it can be. */
const UNKEPT = 'themeUnkept';

async function keep(store: LocalStore, theme: Theme): Promise<void> {
  // Said before: a page that is loaded anew in this moment takes the write with it.
  localStorage.setItem(UNKEPT, store.userId);
  try {
    await writeSetting(store, settingKey.theme, theme);
    // Another may have been chosen meanwhile.
    if (readTheme() === theme) localStorage.removeItem(UNKEPT);
  } catch (error) {
    console.warn('The theme could not be kept with the settings', error);
  }
}

/** The theme of the member: what is chosen here is kept with their settings, and what they chose on another device shows here too. */
export default function ThemeSync() {
  const store = useStore();
  const { row } = useLiveDocument('settings', settingId(store.userId, settingKey.theme));
  const chosen = themeSchema.safeParse(row?.value).data;
  // Also hears of other tabs, on every page.
  useTheme();
  useEffect(() => {
    if (localStorage.getItem(UNKEPT) === store.userId) void keep(store, readTheme());
    return keepThemeWith((theme) => void keep(store, theme));
  }, [store]);
  useEffect(() => {
    if (chosen && chosen !== readTheme() && localStorage.getItem(UNKEPT) !== store.userId) applyTheme(chosen);
  }, [chosen, store]);
  return null;
}
