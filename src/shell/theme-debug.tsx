// For developers who work on the theme, on localhost only: a dot at the edge of every page that cycles through the themes.
import { chooseTheme, themeAfter, useTheme } from '../data/theme.ts';
import styles from './theme-debug.module.css';

export default function ThemeDebug() {
  const theme = useTheme();
  const label = `Theme: ${theme}`;
  return (
    <aside aria-label="Theme debug">
      <button type="button" className={styles.button} aria-label={label} title={label} onClick={() => chooseTheme(themeAfter(theme))}>
        <span className={styles.dot} data-theme={theme} />
      </button>
    </aside>
  );
}
