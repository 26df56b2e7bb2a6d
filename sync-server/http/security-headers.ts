import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { setAnswerHeaders } from './answer-headers.ts';
import type { AppEnv } from './app-env.ts';

/** The sources by which a page's own inline scripts are allowed: their hashes, and nobody else's. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
    .map((match) => match[1] ?? '')
    .filter((script) => script.trim() !== '')
    .map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
}

/**
 * Nothing from anywhere but this server runs, is framed, or is talked to.
 *
 * Styles alone may be inline: the toasts and the scroll lock of the dialogs put <style> elements into the page, and
 * positioned popovers carry style attributes, which no hash can name in advance. Without inline scripts a foreign style
 * cannot send anything away either, since images, fonts and connections stay with this server.
 */
export function securityHeaders({ secure, indexHtml }: { secure: boolean; indexHtml: string }): MiddlewareHandler<AppEnv> {
  const contentPolicy = [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScriptHashes(indexHtml)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  const headers: [name: string, value: string][] = [
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Origin-Agent-Cluster', '?1'],
    // A link in a mail carries its token in the address; no other site is told where somebody came from.
    ['Referrer-Policy', 'no-referrer'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-DNS-Prefetch-Control', 'off'],
    ['X-Download-Options', 'noopen'],
    ['X-Frame-Options', 'DENY'],
    ['X-Permitted-Cross-Domain-Policies', 'none'],
    ['X-XSS-Protection', '0'],
    ['Content-Security-Policy', contentPolicy],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
  ];
  // Over plain http the header means nothing, and on localhost it would break the neighbours.
  if (secure) headers.push(['Strict-Transport-Security', 'max-age=31536000']);

  return async (c, next) => {
    await next();
    setAnswerHeaders(c, headers);
  };
}
