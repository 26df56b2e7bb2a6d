import { useEffect } from 'react';
import { settingId, themeSchema } from '../../schemas/profiles/profile.ts';
import { useLiveDocument, useStore } from '../data/local-store.tsx';
import { applyTheme, readTheme } from './theme.ts';

/** The theme that was chosen on another device shows here too. */
export function ThemeSync() {
  const { userId } = useStore();
  const { row } = useLiveDocument('settings', settingId(userId, 'theme'));
  const chosen = themeSchema.safeParse(row?.value).data;
  useEffect(() => {
    if (chosen && chosen !== readTheme()) applyTheme(chosen);
  }, [chosen]);
  return null;
}
