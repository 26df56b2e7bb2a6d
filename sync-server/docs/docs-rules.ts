/** How the pages of the API look. Sizes are in rem, so that the reader's own font size applies. */
export const docsRules = `* { box-sizing: border-box }
html { scroll-padding-top: var(--space-4) }
body { margin: 0; background: var(--color-bg); color: var(--color-text); font: var(--text-body)/var(--leading-body) system-ui, sans-serif; overflow-wrap: anywhere }
.skip { position: absolute; left: var(--space-4); top: var(--space-4); padding: var(--space-2) var(--space-4); border-radius: var(--radius-input); background: var(--color-surface); transform: translateY(-6rem) }
.skip:focus { transform: none }
main, .pages { max-width: 60rem; margin: 0 auto; padding: 0 var(--space-4) }
.pages { padding-block: var(--space-6) }
.pages a { display: inline-block; margin-right: var(--space-4) }
h1 { margin: 0; font-size: var(--text-landing); line-height: var(--leading-landing); font-weight: var(--weight-bold) }
h2 { margin: var(--space-12) 0 var(--space-2); font-size: var(--text-screen); line-height: var(--leading-screen); font-weight: var(--weight-bold) }
h3 { margin: var(--space-8) 0 var(--space-2); padding-top: var(--space-4); border-top: 1px solid var(--color-divider); font-size: var(--text-title); line-height: var(--leading-title); font-weight: var(--weight-bold) }
h3 code { display: table; font-weight: normal }
h4 { margin: var(--space-4) 0 var(--space-1); font-size: var(--text-body); line-height: var(--leading-body); font-weight: var(--weight-bold) }
p { margin: var(--space-2) 0 }
a { color: var(--color-accent); text-underline-offset: 0.2em }
:focus-visible { outline: 3px solid var(--color-focus); outline-offset: 2px; border-radius: var(--radius-input) }
nav a { text-decoration: none }
nav ul { margin: var(--space-6) 0 0; padding: 0; list-style: none; columns: 26rem; column-gap: var(--space-6) }
nav li { padding: var(--space-1) 0; break-inside: avoid }
nav .level-2 { margin-top: var(--space-2); font-weight: var(--weight-bold) }
nav .level-3 { padding-left: var(--space-4) }
code, pre { font-family: ui-monospace, monospace; font-size: var(--text-small); line-height: var(--leading-small) }
code { padding: 0 var(--space-1); border-radius: var(--radius-input); background: var(--color-sunken) }
pre { margin: var(--space-2) 0; padding: var(--space-3); border-radius: var(--radius-input); background: var(--color-sunken); white-space: pre-wrap }
summary { padding: var(--space-2) 0; cursor: pointer; color: var(--color-accent) }
table { width: 100%; margin: var(--space-2) 0; border-collapse: collapse; font-size: var(--text-small); line-height: var(--leading-small) }
th, td { padding: var(--space-2) var(--space-2) var(--space-2) 0; border-top: 1px solid var(--color-divider); text-align: left; vertical-align: top }
thead th { border-top: 0; color: var(--color-muted) }
@media print { nav { display: none } }
`;
