/** The app's colours by their roles, for mails and pages that the server writes. They are those of `src/ui/tokens.css`; a test compares them. */
export const lightColors = {
  bg: '#fbf8f4',
  surface: '#ffffff',
  text: '#231f1a',
  muted: '#675e54',
  divider: '#e4dcd1',
  control: '#8c8175',
  accent: '#a8452b',
  'on-accent': '#ffffff',
} as const;

type Role = keyof typeof lightColors;

export const darkColors: Readonly<Record<Role, string>> = {
  bg: '#171412',
  surface: '#211d1a',
  text: '#f3ede6',
  muted: '#b5aa9e',
  divider: '#3a332d',
  control: '#8a7e73',
  accent: '#f0916f',
  'on-accent': '#2a0f06',
};

const declarations = (colors: Readonly<Record<Role, string>>, roles: readonly Role[]): string =>
  roles.map((role) => `--${role}: ${colors[role]}`).join('; ');

/** The rules that give a page these colours as `--<role>`, in the theme that its reader's system asks for. */
export const themedColors = (...roles: readonly Role[]): string => `
:root { color-scheme: light dark; ${declarations(lightColors, roles)} }
@media (prefers-color-scheme: dark) {
  :root { ${declarations(darkColors, roles)} }
}`;
