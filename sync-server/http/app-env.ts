import type { HttpBindings } from '@hono/node-server';
import type { Actor } from '../../schemas/base/refusal.ts';
import type { Client } from './client-address.ts';

/** What every handler of the server finds in its Hono context. */
export interface AppEnv {
  Bindings: HttpBindings;
  Variables: {
    /** names this request in the log and in the `X-Request-Id` header */
    requestId: string;
    /** who asks, as far as that can be known */
    client: Client;
    /** who acts; set by the auth guard, so only behind it */
    actor: Actor;
    /** the session by which they act; set by the auth guard, so only behind it */
    sessionId: string;
    /** the body once it was read: its text, or the hash of bytes that are no text */
    body?: string;
  };
}
