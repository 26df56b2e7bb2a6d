import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import type { AppEnv } from '../http/app-env.ts';
import { DOCUMENT_PATH } from '../http/document-paths.ts';
import { allOperations } from './all-operations.ts';
import { createDocument } from './document.ts';

/** The description of the API, for everybody and without a token. It is made when it is first asked for. */
export function documentRoutes({ publicUrl }: { readonly publicUrl: string }): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  let document: string | undefined;

  routes.get(DOCUMENT_PATH, compress(), etag(), (c) => {
    document ??= JSON.stringify(createDocument(allOperations, publicUrl));
    return c.body(document, 200, { 'Content-Type': 'application/json; charset=utf-8' });
  });

  return routes;
}
