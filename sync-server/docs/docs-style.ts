/**
 * How the pages of the API look: the colours of the product's tokens (`document.test.ts` compares them with `src/ui/tokens.css`), and sizes
 * in rem, so that the reader's own font size applies. No script, no font, no picture.
 */
export const docsTokens: readonly string[] = [
  '--color-bg: light-dark(#fbf8f4, #171412);',
  '--color-surface: light-dark(#ffffff, #211d1a);',
  '--color-sunken: light-dark(#f3eee7, #322c27);',
  '--color-text: light-dark(#231f1a, #f3ede6);',
  '--color-muted: light-dark(#675e54, #b5aa9e);',
  '--color-divider: light-dark(#e4dcd1, #3a332d);',
  '--color-accent: light-dark(#a8452b, #f0916f);',
  '--color-accent-soft: light-dark(#fbe7df, #4a2418);',
  '--color-on-accent-soft: light-dark(#7a2e1b, #ffd9cb);',
  '--color-focus: light-dark(#1f5fbf, #8ab4ff);',
  '--text-small: 0.875rem;',
  '--leading-small: 1.25rem;',
  '--text-body: 1rem;',
  '--leading-body: 1.5rem;',
  '--text-title: 1.25rem;',
  '--leading-title: 1.75rem;',
  '--text-screen: 1.5rem;',
  '--leading-screen: 2rem;',
  '--text-landing: 2rem;',
  '--leading-landing: 2.5rem;',
  '--weight-bold: 650;',
  '--space-1: 0.25rem;',
  '--space-2: 0.5rem;',
  '--space-3: 0.75rem;',
  '--space-4: 1rem;',
  '--space-6: 1.5rem;',
  '--space-12: 3rem;',
  '--radius-input: 8px;',
  '--radius-card: 16px;',
];

export const docsStyle = `
:root { color-scheme: light dark; ${docsTokens.join(' ')} }
* { box-sizing: border-box }
html { scroll-padding-top: var(--space-4) }
body { margin: 0; background: var(--color-bg); color: var(--color-text); font: var(--text-body)/var(--leading-body) system-ui, sans-serif; overflow-wrap: anywhere }
.skip { position: absolute; left: var(--space-4); top: var(--space-4); padding: var(--space-2) var(--space-4); border-radius: var(--radius-input); background: var(--color-surface); transform: translateY(-6rem) }
.skip:focus { transform: none }
header, main, nav { max-width: 60rem; margin: 0 auto; padding: 0 var(--space-4) }
header { padding-top: var(--space-6) }
h1 { margin: 0; font-size: var(--text-landing); line-height: var(--leading-landing); font-weight: var(--weight-bold) }
h2 { margin: var(--space-12) 0 var(--space-2); font-size: var(--text-screen); line-height: var(--leading-screen); font-weight: var(--weight-bold) }
h3 { margin: 0; font-size: var(--text-title); line-height: var(--leading-title); font-weight: var(--weight-bold) }
h4 { margin: var(--space-4) 0 var(--space-1); font-size: var(--text-body); line-height: var(--leading-body); font-weight: var(--weight-bold) }
p { margin: var(--space-2) 0 }
a { color: var(--color-accent); text-underline-offset: 0.2em }
:focus-visible { outline: 3px solid var(--color-focus); outline-offset: 2px; border-radius: var(--radius-input) }
nav ul { margin: 0 0 var(--space-4); padding: 0; list-style: none; columns: 22rem; column-gap: var(--space-6) }
nav li { padding: var(--space-1) 0; break-inside: avoid }
article { margin: var(--space-4) 0; padding: var(--space-4); border: 1px solid var(--color-divider); border-radius: var(--radius-card); background: var(--color-surface) }
.muted { color: var(--color-muted) }
.call { margin: var(--space-1) 0; font-family: ui-monospace, monospace }
.method { display: inline-block; padding: 0 var(--space-2); border-radius: var(--radius-input); background: var(--color-accent-soft); color: var(--color-on-accent-soft); font-weight: var(--weight-bold) }
code, pre { font-family: ui-monospace, monospace; font-size: var(--text-small); line-height: var(--leading-small) }
code { padding: 0 var(--space-1); border-radius: var(--radius-input); background: var(--color-sunken) }
pre { margin: var(--space-2) 0; padding: var(--space-3); border-radius: var(--radius-input); background: var(--color-sunken); white-space: pre-wrap }
summary { padding: var(--space-2) 0; cursor: pointer; color: var(--color-accent) }
table { width: 100%; border-collapse: collapse; font-size: var(--text-small); line-height: var(--leading-small) }
th, td { padding: var(--space-2) var(--space-2) var(--space-2) 0; border-top: 1px solid var(--color-divider); text-align: left; vertical-align: top }
th:first-child { width: 34% }
thead th { border-top: 0; color: var(--color-muted) }
td > :first-child { margin-top: 0 }
td > :last-child { margin-bottom: 0 }
@media print { nav { display: none } article { break-inside: avoid } }
`;
