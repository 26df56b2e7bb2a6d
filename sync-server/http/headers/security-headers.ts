import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { isDocumentPath } from '../document-paths.ts';
import { setAnswerHeaders } from './answer-headers.ts';

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** CSP sources that allow the inline scripts or styles of these pages, by their hashes. */
export function inlineHashes(kind: 'script' | 'style', pages: readonly string[]): string[] {
  const elements = new RegExp(`<${kind}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${kind}>`, 'g');
  return pages
    .flatMap((html) => [...html.matchAll(elements)].map((match) => match[1] ?? ''))
    .filter((text) => text.trim() !== '')
    .map(hashSource);
}

/**
 * Browser features that no page of Kith uses. They are denied so that no injected code can use them. A name that Chromium does not know,
 * such as `bluetooth`, would be a warning in the console of every page.
 */
const DENIED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/**
 * The content policy. Only this server's resources run, are framed or are contacted, and no text becomes markup or code. The page starts
 * scripts through the one trusted-types policy that it names (`workers/device/script-address.ts`). Styles come from files as well. Styles
 * that the page sets itself go through the CSSOM, which the policy does not cover. `pages` are the pages that this server sends: their
 * inline code is allowed by its hash.
 */
export function contentPolicy(pages: readonly string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineHashes('script', pages)].join(' '),
    ["style-src 'self'", ...inlineHashes('style', pages)].join(' '),
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types kith',
  ].join('; ');
}

/** The policy for the API pages. They have no script and one style, and load nothing but their icon, not even from this server. */
const docsPolicy = (style: string): string =>
  [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Files of the built app that run or apply within a page, under the policy of that page. Everything else has a policy of its own: what a
 * browser can show as a document (an SVG has scripts), and the files that workers start from, since a worker uses the policy of its own
 * file. The build names these `worker-*`, and `unshared-*` for a browser in which no worker can start.
 */
const partOfPage = /^\/assets\/(?!(?:worker|unshared)-)[\w.~-]+\.(?:js|css|woff2)$/i;

/**
 * The headers of every answer. Answers of the API are also never cached, since each is for one member alone. Files of the built app are
 * not pages. A device fetches dozens of them, so they go without the headers that only matter for a page.
 */
export function securityHeaders({
  secure,
  pages,
  docsStyle = '',
}: {
  readonly secure: boolean;
  readonly pages: readonly string[];
  /** the inline style of the API pages */
  readonly docsStyle?: string;
}): MiddlewareHandler<AppEnv> {
  const part: [name: string, value: string][] = [
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    // A link in a mail has its token in the URL. No other site may learn where a visitor came from.
    ['Referrer-Policy', 'no-referrer'],
    ['X-Content-Type-Options', 'nosniff'],
  ];
  // Over plain http the header has no meaning, and on localhost it would break other servers.
  if (secure) part.push(['Strict-Transport-Security', 'max-age=31536000']);
  const file: typeof part = [...part, ['Content-Security-Policy', contentPolicy(pages)]];
  const headers: typeof part = [
    ...file,
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Origin-Agent-Cluster', '?1'],
    ['X-DNS-Prefetch-Control', 'off'],
    ['X-Download-Options', 'noopen'],
    ['X-Frame-Options', 'DENY'],
    ['X-Permitted-Cross-Domain-Policies', 'none'],
    ['X-XSS-Protection', '0'],
    ['Permissions-Policy', DENIED_FEATURES.map((feature) => `${feature}=()`).join(', ')],
  ];
  const forOneMember: typeof headers = [...headers, ['Cache-Control', 'no-store']];
  // An image opened by itself can do nothing. A cached image is checked each time: the viewer may no longer be allowed to see it.
  const image: typeof headers = [
    ...headers,
    ['Cache-Control', 'private, no-cache'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox"],
  ];

  // The API description is public, and revalidated each time.
  const forEverybody: typeof headers = [...headers, ['Cache-Control', 'no-cache'], ['Content-Security-Policy', docsPolicy(docsStyle)]];

  return async (c, next) => {
    await next();
    const { path } = c.req;
    if (path.startsWith('/assets/') && c.res.ok) return setAnswerHeaders(c, partOfPage.test(path) ? part : file);
    if (isDocumentPath(path)) return setAnswerHeaders(c, forEverybody);
    const isImage = path.startsWith('/api/images/') && (c.res.status === 200 || c.res.status === 304) && c.req.method !== 'PUT';
    setAnswerHeaders(c, isImage ? image : path.startsWith('/api/') ? forOneMember : headers);
  };
}
