/**
 * Serves the built app. `/assets/*` have a hash in their names and never change. A missing one is 404, because an HTML page in place of a
 * script would break an older page permanently. `index.html` and the service worker are revalidated each time, and stay as they were when
 * the server started: a build that replaces them before its restart must not be served in part. Every other path is a route of the app and
 * gets `index.html`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { AppEnv } from './app-env.ts';
import { fail } from './errors/envelope.ts';

function read(clientDir: string, name: string): string {
  try {
    return readFileSync(join(clientDir, name), 'utf8');
  } catch {
    return '';
  }
}

/** The app's page, or an empty text if it was not built (then the development server serves it). */
export const readIndexHtml = (clientDir: string): string => read(clientDir, 'index.html');

export function staticFiles(clientDir: string, indexHtml: string): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  // Not built: there is only the API, and every other path is 404 instead of a page.
  if (indexHtml === '') return app;
  app.use(compress());
  const files = serveStatic<AppEnv>({
    root: clientDir,
    precompressed: true,
    onFound: (path, c) => {
      const name = path.slice(clientDir.length).replaceAll('\\', '/');
      // A browser shows the licences, and does not download them.
      if (name.endsWith('.md')) c.header('Content-Type', 'text/plain; charset=utf-8');
      c.header('Cache-Control', name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const page = (c: Parameters<typeof fail>[0]) => c.html(indexHtml, 200, { 'Cache-Control': 'no-cache' });
  app.get('/', page);
  app.get('/index.html', page);
  const serviceWorker = read(clientDir, 'sw.js');
  if (serviceWorker !== '') {
    app.get('/sw.js', (c) => c.body(serviceWorker, 200, { 'Cache-Control': 'no-cache', 'Content-Type': 'text/javascript; charset=utf-8' }));
  }
  app.get('*', files);
  app.get('*', (c) => (/^\/(?:assets|dev)\//.test(c.req.path) || c.req.path === '/sw.js' ? fail(c, 404) : page(c)));
  return app;
}
