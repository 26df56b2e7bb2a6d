import { Moon, Smartphone, Sun } from 'lucide-react';
import { chooseTheme, useTheme } from '../../data/theme.ts';
import { Segmented } from '../../ui/segmented.tsx';

/** The choice belongs to the member, so it goes along to their other devices. */
export function ThemeControl() {
  return (
    <Segmented
      label="Theme"
      value={useTheme()}
      onChange={chooseTheme}
      options={[
        { value: 'light', label: 'Light', icon: <Sun /> },
        { value: 'dark', label: 'Dark', icon: <Moon /> },
        { value: 'system', label: 'System', icon: <Smartphone /> },
      ]}
    />
  );
}
