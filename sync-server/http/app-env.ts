import type { HttpBindings } from '@hono/node-server';
import type { Actor } from '../../schemas/base/refusal.ts';
import type { Client } from './headers/client-address.ts';

/** What every handler finds in its Hono context. */
export interface AppEnv {
  Bindings: HttpBindings;
  Variables: {
    /** identifies this request in the log and in the `X-Request-Id` header */
    requestId: string;
    /** set once the log has a line about the fault of this request */
    faultLogged?: true;
    /** set once the log has a line about what this request means for the safety of an account */
    eventLogged?: true;
    /** the client, as far as it can be known */
    client: Client;
    /** the member who acts; set by the auth guard, so only available behind it */
    actor: Actor;
    /** the session of that member; set by the auth guard, so only available behind it */
    sessionId: string;
    /** the secret that write ids are derived with; set by `rest/repeatable.ts` */
    writeSecret: Buffer;
    /** the body after it was read: its text, or for bytes their hash */
    body?: string;
  };
}
