/**
 * How every mail looks: as HTML, and as a text that says the same.
 *
 * The HTML loads nothing from outside, no picture, font or script, so nobody learns when it is read. It uses tables and inline styles,
 * because many mail programs support nothing else. The colours are the app's, also in dark mode. Some programs invert
 * colours by themselves, so every text has its own background.
 */
import { darkColors as dark, lightColors as light } from '../../base/app-colors.ts';
import { escapeHtml } from '../../base/escape-html.ts';

/** A path on this server. */
export interface MailLink {
  readonly label: string;
  readonly path: string;
}

/** The parts of a mail before they become text or HTML. */
export interface Letter {
  readonly subject: string;
  /** a text that follows `Hello,`, or all paragraphs above the button */
  readonly before: string | readonly string[];
  /** what a person wrote, with their line breaks */
  readonly quote?: string | undefined;
  readonly replyTo?: string | undefined;
  /** a list above the button; each entry opens its own page */
  readonly lines?: readonly MailLink[];
  readonly link: MailLink;
  readonly after: string;
  /** below everything, in small letters */
  readonly foot?: MailLink;
}

const style = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
a, p, h1 { overflow-wrap: anywhere; word-break: break-word }
@media (prefers-color-scheme: dark) {
  .ground { background: ${dark.bg} !important }
  .card { background: ${dark.surface} !important; border-color: ${dark.divider} !important }
  .text { color: ${dark.text} !important }
  .quiet { color: ${dark.muted} !important }
  .accent { color: ${dark.accent} !important }
  .button { background: ${dark.accent} !important; color: ${dark['on-accent']} !important }
  .quote { border-color: ${dark.divider} !important }
}`;

const paragraph = (text: string): string => `<p class="text" style="margin:0 0 16px;color:${light.text}">${escapeHtml(text)}</p>`;

const quoted = (text: string): string =>
  `<blockquote class="quote text" style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${light.divider};color:${light.text};white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(text)}</blockquote>`;

const address = ({ path }: MailLink, publicUrl: string): string => new URL(path, publicUrl).href;

const anchor = (link: MailLink, publicUrl: string): string =>
  `<a class="accent" href="${escapeHtml(address(link, publicUrl))}" style="color:${light.accent}">${escapeHtml(link.label)}</a>`;

const listed = (link: MailLink, publicUrl: string): string =>
  `<p class="text" style="margin:0 0 8px;color:${light.text}">${anchor(link, publicUrl)}</p>`;

const above = ({ before }: Letter): readonly string[] => (typeof before === 'string' ? ['Hello,', before] : before);

/** What a list of mails shows after the subject. It is invisible in the mail itself. */
const preview = (text: string): string =>
  `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all" aria-hidden="true">${escapeHtml(text)}</div>`;

/** The whole URL behind the button is repeated below it, for programs that show no buttons. */
export function letterHtml(letter: Letter, publicUrl: string): string {
  const href = escapeHtml(address(letter.link, publicUrl));
  const { lines = [], foot } = letter;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(letter.subject)}</title>
<style>${style}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${light.bg}">
${preview(above(letter).at(-1) ?? '')}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ground" style="table-layout:fixed;background:${light.bg}">
<tr><td align="center" style="padding:24px 12px;font:16px/24px system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div role="main" style="max-width:520px;margin:0 auto;text-align:left">
<p class="accent" style="margin:0 0 12px 4px;font-size:22px;line-height:28px;font-weight:700;color:${light.accent}">Kith</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed">
<tr><td class="card" style="padding:24px 20px;background:${light.surface};border:1px solid ${light.divider};border-radius:16px">
<h1 class="text" style="margin:0 0 16px;font-size:20px;line-height:28px;color:${light.text}">${escapeHtml(letter.subject)}</h1>
${[...above(letter).map(paragraph), ...(letter.quote === undefined ? [] : [quoted(letter.quote)]), ...lines.map((line) => listed(line, publicUrl))].join('\n')}
<p style="margin:24px 0 12px"><a class="button" href="${href}" style="display:inline-block;padding:12px 22px;border-radius:12px;background:${light.accent};color:${light['on-accent']};font-weight:600;text-decoration:none">${escapeHtml(letter.link.label)}</a></p>
<p class="quiet" style="margin:0 0 20px;font-size:14px;line-height:20px;color:${light.muted}">Or open this address:<br><a class="accent" href="${href}" style="color:${light.accent};word-break:break-all">${href}</a></p>
${paragraph(letter.after)}
</td></tr></table>
<p class="quiet" style="margin:12px 4px 0;font-size:14px;line-height:20px;color:${light.muted}">Kith, for close friends${foot ? `<br>${anchor(foot, publicUrl)}` : ''}</p>
</div>
</td></tr></table>
</body>
</html>
`;
}

export function letterText(letter: Letter, publicUrl: string): string {
  const shown = (link: MailLink): string => `${link.label}:\n${address(link, publicUrl)}`;
  const foot = letter.foot ? `\n\n${shown(letter.foot)}` : '';
  const quote = letter.quote === undefined ? [] : [letter.quote.replace(/^/gm, '> ')];
  const parts = [...above(letter), ...quote, ...(letter.lines ?? []).map(shown), shown(letter.link), letter.after, `-- \nKith${foot}`];
  return `${parts.join('\n\n')}\n`;
}
