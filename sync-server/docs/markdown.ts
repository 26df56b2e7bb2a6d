/** Renders our own Markdown as a page without a script: the headings become ids and the table of contents. */
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../base/escape-html.ts';
import { docsPaths } from '../http/document-paths.ts';

/** Where the server shows the files of `docs/`. */
const addresses: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(docsPaths).map(([name, path]) => [`${name}.md`, path]),
);

const OWN_ID = / \{#([\w-]+)\}$/;
/** `## Title {#id}` names its id. Any other heading has the one that GitHub gives it. */
const idOf = (heading: string): string =>
  OWN_ID.exec(heading)?.[1] ??
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

const marked = new Marked({
  renderer: {
    heading({ text, depth, tokens }) {
      const id = depth < 4 ? ` id="${idOf(text)}"` : '';
      return `<h${depth}${id}>${this.parser.parseInline(tokens).replace(OWN_ID, '')}</h${depth}>`;
    },
    /** The words after the language are the title of an example, which is folded. */
    code({ text, lang = '' }) {
      const title = lang.replace(/^\S+ ?/, '');
      const block = `<pre>${escapeHtml(text)}</pre>`;
      return title === '' ? block : `<details><summary>${escapeHtml(title)}</summary>${block}</details>`;
    },
    /** Other files of the repository are not on the server, so only the text of such a link is shown. */
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const target = href.replace(/^[\w-]+\.md/, (file) => addresses[file] ?? file);
      return /^(\/|#|https?:)/.test(target) ? `<a href="${escapeHtml(target)}">${text}</a>` : text;
    },
    html: ({ text }) => escapeHtml(text),
  },
});

const PAGES = '[First steps](first-steps.md) [Reference](reference.md) [Realtime](realtime.md) [Sync protocol](protocol.md)';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/** A table of Markdown, or nothing if it has no rows. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0 ? '' : [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n');

/** A folded example. */
export const example = (title: string, value: unknown): string => `\`\`\`json ${title}\n${JSON.stringify(value, null, 2)}\n\`\`\``;

export const code = (text: string): string => `\`${text}\``;

/** The whole page of a document that begins with `# Title`. Its contents are listed before the first `##`. */
export function renderPage(markdown: string, style: string): string {
  const headings = marked.lexer(markdown).filter((token): token is Tokens.Heading => token.type === 'heading');
  const title = headings[0]?.text ?? '';
  const contents = headings
    .filter(({ depth }) => depth === 2 || depth === 3)
    .map(
      ({ text, depth }) => `<li class="level-${depth}"><a href="#${idOf(text)}">${marked.parseInline(text.replace(OWN_ID, ''))}</a></li>`,
    );
  const body = marked.parse(markdown, { async: false });
  const chapters = body.indexOf('<h2');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${style}</style></head>
<body><a class="skip" href="#content">Skip to the content</a>
<nav class="pages" aria-label="Pages">${marked.parseInline(PAGES)}</nav>
<main id="content" tabindex="-1">${body.slice(0, chapters)}
<nav aria-label="Contents"><ul>${contents.join('')}</ul></nav>
${body.slice(chapters)}</main>
</body></html>`;
}
