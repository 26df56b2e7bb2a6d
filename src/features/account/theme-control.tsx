import { Moon, Smartphone, Sun } from 'lucide-react';
import { chooseTheme, useTheme } from '../../data/theme.ts';
import { settingsText } from '../../text/account.ts';
import { Segmented } from '../../ui/forms/segmented.tsx';

/** The choice belongs to the member, so it syncs to their other devices. */
export function ThemeControl() {
  return (
    <Segmented
      label={settingsText.theme}
      value={useTheme()}
      onChange={chooseTheme}
      options={[
        { value: 'light', label: settingsText.light, icon: <Sun /> },
        { value: 'dark', label: settingsText.dark, icon: <Moon /> },
        { value: 'system', label: settingsText.system, icon: <Smartphone /> },
      ]}
    />
  );
}
