import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import type { AppEnv } from '../http/app-env.ts';
import { DOCUMENT_PATH, docsPaths } from '../http/document-paths.ts';
import { apiDocument, renderDocs } from './pages.ts';

/** The description of the API, for programs and for people, without a token. Each form is made at its first request. */
export function documentRoutes({ publicUrl }: { readonly publicUrl: string }): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  let document: string | undefined;
  let pages: ReturnType<typeof renderDocs> | undefined;

  routes.get(DOCUMENT_PATH, compress(), etag(), (c) => {
    document ??= JSON.stringify({ ...apiDocument(), servers: [{ url: publicUrl }] });
    return c.body(document, 200, { 'Content-Type': 'application/json' });
  });
  for (const [name, path] of Object.entries(docsPaths) as [keyof typeof docsPaths, string][])
    routes.get(path, compress(), etag(), (c) => {
      pages ??= renderDocs();
      return c.html(pages[name]);
    });
  return routes;
}
