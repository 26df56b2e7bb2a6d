/** The pages of an export: readable from the folder, without scripts, in the colours that the reader's system asks for. */
import { themedColors } from '../../../base/app-colors.ts';
import { escapeHtml } from '../../../base/escape-html.ts';
import type { ExportPart, ExportRow } from './export-parts.ts';
import type { ExportPhoto } from './export-photos.ts';

/** The largest page that browsers still open without delay. */
export const ROWS_A_PAGE = 1_000;

const style = `${themedColors('bg', 'surface', 'text', 'muted', 'divider', 'accent')}
body { margin: 0 auto; padding: 24px 16px 64px; max-width: 720px; background: var(--bg); color: var(--text); font: 16px/24px system-ui, sans-serif }
h1 { font-size: 24px; line-height: 32px }
a { color: var(--accent) }
.row { margin: 12px 0; padding: 12px 16px; border: 1px solid var(--divider); border-radius: 16px; background: var(--surface) }
.row p { margin: 0 0 8px; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 18px; line-height: 28px }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0; color: var(--muted); font-size: 14px; line-height: 20px }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap }
img { max-width: 100%; height: auto; border-radius: 16px }
figure { margin: 0 0 8px }
figcaption { color: var(--muted); font-size: 14px; line-height: 20px; overflow-wrap: anywhere }`;

/** Even if markup got into a page, nothing could run or be fetched from anywhere. */
const head = (title: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>
`;
const foot = '</main></body></html>\n';

/** The value of a field as text. A list has one line per entry. */
function fieldText(value: unknown): string {
  if (Array.isArray(value))
    return value.map((one) => (typeof one === 'object' ? Object.values(one as object).join(', ') : String(one))).join('\n');
  return String(value);
}

/** The photos of a row, from beside the page, or what they show in words. A browser reads each when it comes into view. */
const photosHtml = (photos: readonly ExportPhoto[]): string =>
  photos
    .map(({ file, alt, width, height }) => {
      const words = alt === '' ? '' : `<figcaption>${escapeHtml(alt)}</figcaption>`;
      if (file === null) return `<figure><em>A photo that has not arrived on the server yet.</em>${words}</figure>`;
      const size = `width="${width}" height="${height}"`;
      return `<figure><img src="${escapeHtml(encodeURI(file))}" alt="${escapeHtml(alt || 'Photo')}" ${size} loading="lazy"></figure>`;
    })
    .join('');

export function rowHtml({ content, photos, ...rest }: ExportRow): string {
  const facts = Object.entries(rest).filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0));
  const words = typeof content === 'string' ? `<p>${escapeHtml(content)}</p>` : '';
  const pictures = Array.isArray(photos) ? photosHtml(photos as readonly ExportPhoto[]) : '';
  const listed = facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(fieldText(value))}</dd>`).join('');
  return `<div class="row">${words}${pictures}<dl>${listed}</dl></div>\n`;
}

export const pageName = ({ name }: Pick<ExportPart, 'name'>, nth: number): string => (nth === 1 ? `${name}.html` : `${name}-${nth}.html`);

export function pageHead(part: ExportPart, nth: number): string {
  const before = nth === 1 ? '' : ` · <a href="${pageName(part, nth - 1)}">Newer</a>`;
  return `${head(`${part.title} · Kith`)}<p><a href="index.html">All of your data</a>${before}</p><h1>${part.title}</h1>\n`;
}

export const pageFoot = (part: ExportPart, next: number | null, isEmpty: boolean): string =>
  `${isEmpty ? '<p>There is nothing here.</p>' : ''}${next === null ? '' : `<p><a href="${pageName(part, next)}">Next page</a></p>`}${foot}`;

export const indexPage = (
  parts: readonly ExportPart[],
  counts: ReadonlyMap<string, number>,
  images: readonly string[],
  made: string,
): string =>
  `${head('Your data · Kith')}<h1>Your data</h1><p>As of ${escapeHtml(made)}.</p><ul>
${parts.map((part) => `<li><a href="${pageName(part, 1)}">${part.title}</a> (${counts.get(part.name) ?? 0}) · <a href="${part.name}.json">JSON</a></li>`).join('\n')}
</ul>${images.length === 0 ? '' : '<h2>Photo of your profile</h2>'}
${images.map((image) => `<p><img src="${image}" alt="Photo of your profile"></p>`).join('\n')}${foot}`;

export const readme = (parts: readonly ExportPart[], made: string): string => `Your data from Kith, as of ${made}

Open index.html in a browser to read it. For programs each part is also a JSON file: a list of rows. Times are UTC.

${parts.map((part) => `${part.name}.json\n  ${part.about}`).join('\n\n')}

images/
  The photo of your profile.

photos/
  The photos of your posts and group messages, by the time of these in UTC, your name, and a number.
`;
