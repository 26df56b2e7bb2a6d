import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
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
export function securityHeaders(options: { secure: boolean; indexHtml: string }): MiddlewareHandler<AppEnv> {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...inlineScriptHashes(options.indexHtml)],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    // A link in a mail carries its token in the address; no other site is told where somebody came from.
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'DENY',
    // Over plain http the header means nothing, and on localhost it would break the neighbours.
    strictTransportSecurity: options.secure ? 'max-age=31536000' : false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
  });
}
