/**
 * Building blocks of the API pages. Text from a description is escaped. Of its markup, `code`, **bold** and *slanted* are rendered, and
 * links to /api/docs.
 */
import { escapeHtml } from '../accounts/mail-layout.ts';
import { docsStyle } from './docs-style.ts';

const emphasised = (text: string): string =>
  escapeHtml(text)
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/\*(.+?)\*/g, '<em>$1</em>')
    .replace(/(^|\s)(\/api\/docs(?:\/protocol)?)(?=[.\s]|$)/g, '$1<a href="$2">$2</a>');

/** Renders a description on one line. */
export const inline = (text: string): string =>
  text
    .split(/`([^`]*)`/)
    .map((part, at) => (at % 2 === 1 ? `<code>${escapeHtml(part)}</code>` : emphasised(part)))
    .join('');

export const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((part) => `<p>${inline(part)}</p>`)
    .join('');

export const example = (value: unknown): string =>
  `<pre>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}</pre>`;

export const folded = (title: string, content: string): string => `<details><summary>${inline(title)}</summary>${content}</details>`;

/** Cells are markup, so they are not escaped. */
export const table = (caption: string, heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : `<table aria-label="${escapeHtml(caption)}"><thead><tr>${heads.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('')}</tr></thead><tbody>${rows
        .map((cells) => `<tr>${cells.map((cell, at) => (at === 0 ? `<th scope="row">${cell}</th>` : `<td>${cell}</td>`)).join('')}</tr>`)
        .join('')}</tbody></table>`;

export interface Page {
  readonly title: string;
  readonly lead: string;
  readonly nav: string;
  readonly main: string;
}

export const page = ({ title, lead, nav, main }: Page): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${docsStyle}</style></head>
<body><a class="skip" href="#content">Skip to the content</a>
<header><h1>${escapeHtml(title)}</h1>${lead}</header>
<nav aria-label="Contents">${nav}</nav>
<main id="content" tabindex="-1">${main}</main>
</body></html>`;

/** The page without content. The security headers allow its inline style by hash. */
export const emptyDocsPage: string = page({ title: '', lead: '', nav: '', main: '' });
