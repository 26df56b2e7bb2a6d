import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import type { AppEnv } from '../http/app-env.ts';
import { DOCS_PATH, DOCUMENT_PATH } from '../http/document-paths.ts';
import { allOperations } from './all-operations.ts';
import { docsPage } from './docs-page.ts';
import { createDocument } from './document.ts';
import { protocolPage } from './protocol-page.ts';

/** The description of the API, for programs and for people, without a token. Each form is made at its first request. */
export function documentRoutes({ publicUrl }: { readonly publicUrl: string }): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const made = new Map<string, string>();
  const once = (path: string, make: () => string): string => {
    const text = made.get(path) ?? make();
    made.set(path, text);
    return text;
  };
  const document = () => createDocument(allOperations, publicUrl);
  const html = (c: Context<AppEnv>, path: string, make: () => string) => c.html(once(path, make));

  routes.get(DOCUMENT_PATH, compress(), etag(), (c) =>
    c.body(
      once(DOCUMENT_PATH, () => JSON.stringify(document())),
      200,
      { 'Content-Type': 'application/json' },
    ),
  );
  routes.get(DOCS_PATH, compress(), etag(), (c) => html(c, DOCS_PATH, () => docsPage(document())));
  routes.get(`${DOCS_PATH}/protocol`, compress(), etag(), (c) => html(c, `${DOCS_PATH}/protocol`, protocolPage));
  return routes;
}
