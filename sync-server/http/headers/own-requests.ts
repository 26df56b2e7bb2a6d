/**
 * Requests of the person at this machine, who may see what no visitor may: `/dev/mail`, and `/metrics` without a token.
 *
 * Behind a proxy every visitor looks local and can send any header. So PUBLIC_URL must say that nobody else is expected, the request must
 * have come without any trace of a proxy and for this machine's own name, and the other end must belong to the user who started the server.
 */
import type { Context } from 'hono';
import { isLoopbackUrl } from '../../base/loopback.ts';
import type { AppEnv } from '../app-env.ts';
import { isFromThisMachine } from './client-address.ts';
import { isOurUser } from './is-our-user.ts';

/** Whether a request is one of them, for a server with this PUBLIC_URL. */
export function ownRequests(publicUrl: string): (c: Context<AppEnv>) => Promise<boolean> {
  const forThisMachine = isLoopbackUrl(publicUrl);
  return async (c) => forThisMachine && isFromThisMachine(c) && (await isOurUser(c.env?.incoming?.socket ?? {}));
}
