import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { setAnswerHeaders } from './answer-headers.ts';
import type { AppEnv } from './app-env.ts';
import { isDocumentPath } from './document-paths.ts';

/** The sources by which the inline scripts or styles of these pages are allowed: their hashes, and nobody else's. */
export function inlineHashes(kind: 'script' | 'style', pages: readonly string[]): string[] {
  const elements = new RegExp(`<${kind}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${kind}>`, 'g');
  return pages
    .flatMap((html) => [...html.matchAll(elements)].map((match) => match[1] ?? ''))
    .filter((text) => text.trim() !== '')
    .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/** What no page of ours asks for, so that none can be made to. */
const DENIED_FEATURES = [
  'accelerometer',
  'bluetooth',
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
 * Nothing from anywhere but this server runs, is framed, or is talked to, and no text becomes markup or code: the page starts scripts by
 * the one policy that it names (`src/data/script-address.ts`). Styles come from files as well; what the page sets itself goes through
 * the CSSOM, which the policy does not concern. `pages` are those that this server answers: what is inline in them is allowed by its hash.
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

/** Of the pages about the API, which have no script and one style: even of this server they load nothing but its icon. */
const docsPolicy = (page: string): string =>
  [
    "default-src 'none'",
    ['style-src', ...inlineHashes('style', [page])].join(' '),
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * The headers of every answer; whatever the API answers is also kept by nobody on the way, since it is for one member alone. Files of the
 * built app are no pages: a device fetches dozens of them, and they go without what only means something for a page.
 */
export function securityHeaders({
  secure,
  pages,
  docs = '',
}: {
  readonly secure: boolean;
  readonly pages: readonly string[];
  /** the pages about the API as they stand without content */
  readonly docs?: string;
}): MiddlewareHandler<AppEnv> {
  const file: [name: string, value: string][] = [
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    // A link in a mail carries its token in the address; no other site is told where somebody came from.
    ['Referrer-Policy', 'no-referrer'],
    ['X-Content-Type-Options', 'nosniff'],
    // A worker has the policy of its own file.
    ['Content-Security-Policy', contentPolicy(pages)],
  ];
  // Over plain http the header means nothing, and on localhost it would break the neighbours.
  if (secure) file.push(['Strict-Transport-Security', 'max-age=31536000']);
  const headers: typeof file = [
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
  // An image that is opened by itself can do nothing. Whoever keeps one asks each time whether they still may.
  const image: typeof headers = [
    ...headers,
    ['Cache-Control', 'private, no-cache'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox"],
  ];

  // The description of the API is for everybody, and asked for afresh each time.
  const forEverybody: typeof headers = [...headers, ['Cache-Control', 'no-cache'], ['Content-Security-Policy', docsPolicy(docs)]];

  return async (c, next) => {
    await next();
    const { path } = c.req;
    if (path.startsWith('/assets/') && c.res.ok) return setAnswerHeaders(c, file);
    if (isDocumentPath(path)) return setAnswerHeaders(c, forEverybody);
    const isImage = path.startsWith('/api/images/') && (c.res.status === 200 || c.res.status === 304) && c.req.method !== 'PUT';
    setAnswerHeaders(c, isImage ? image : path.startsWith('/api/') ? forOneMember : headers);
  };
}
