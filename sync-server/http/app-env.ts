import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Actor } from '../../schemas/base/refusal.ts';
import type { ServerRealm } from '../base/server-realm.ts';
import type { Client } from './headers/client-address.ts';

/** What every handler finds in its Hono context. */
export interface AppEnv {
  Bindings: HttpBindings;
  Variables: {
    /** clocks, timers and chance of the server; see `realmOf` */
    realm?: ServerRealm;
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

/** What handlers take clocks, timers, chance and ids from: the realm that the server was given, or the process's own. */
// biome-ignore lint/suspicious/noExplicitAny: bodies are read in every environment
export const realmOf = (c: Context<any>): ServerRealm => c.get('realm') ?? globalThis;
