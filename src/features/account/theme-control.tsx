import { Moon, Smartphone, Sun } from 'lucide-react';
import { settingId, type Theme } from '../../../schemas/profiles/profile.ts';
import { type LocalStore, useStore } from '../../data/local-store.tsx';
import { change, insert } from '../../data/local-write.ts';
import { applyTheme, useTheme } from '../../shell/theme.ts';
import { Segmented } from '../../ui/segmented.tsx';

/** The choice belongs to the member, so it goes along to their other devices. */
async function keepTheme(store: LocalStore, theme: Theme): Promise<void> {
  const id = settingId(store.userId, 'theme');
  const changed = await change(store, 'settings', id, { value: theme });
  if (!changed) await insert(store, 'settings', { id, user_id: store.userId, key: 'theme', value: theme });
}

export function ThemeControl() {
  const store = useStore();
  const theme = useTheme();
  const choose = (next: Theme) => {
    applyTheme(next);
    keepTheme(store, next).catch((error: unknown) => console.error('The theme could not be kept', error));
  };
  return (
    <Segmented
      label="Theme"
      value={theme}
      onChange={choose}
      options={[
        { value: 'light', label: 'Light', icon: <Sun /> },
        { value: 'dark', label: 'Dark', icon: <Moon /> },
        { value: 'system', label: 'System', icon: <Smartphone /> },
      ]}
    />
  );
}
