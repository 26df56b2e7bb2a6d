import { Hono } from 'hono';
import type { Database } from '../../../db/pool/transaction.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { ok } from '../../../http/errors/envelope.ts';
import { countStored } from '../../count-stored.ts';

export interface StorageRoutesDeps {
  readonly database: Database;
  /** how much a member may store; null for no limit */
  readonly maxBytes: number | null;
}

/** `GET /profiles/me/storage`, behind the auth guard: how much the member stores on this server, of how much. */
export function storageRoutes({ database, maxBytes }: StorageRoutesDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/profiles/me/storage', async (c) => {
    const { texts, photos } = await database.ask((sql) => countStored(sql, c.get('actor').userId));
    return ok(c, { text_bytes: texts, photo_bytes: photos, max_bytes: maxBytes });
  });
  return routes;
}
