/**
 * The way through the identity provider and back. It belongs to one browser and works once.
 *
 * The browser keeps one random secret in a cookie that no script can read. State, nonce and the PKCE verifier are derived from it. So the
 * database stores only its hash, and a value seen in a URL on the way reveals nothing about the others. A visitor without the cookie, with
 * another state, too late, or for a second time, has no flow.
 */
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Database } from '../../db/pool/transaction.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { deriveSecret, hashSecret, randomSecret, SECRET_BYTES, sameHash } from '../secrets/secrets.ts';
import { cookieName, cookieOptions } from '../sessions/session-cookie.ts';

/** Enough time to find a password and a second factor at the provider. */
export const FLOW_MINUTES = 15;

export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface ProviderFlow extends FlowSecrets {
  /** the invitation token that the visitor came with */
  readonly invite: string | undefined;
  /** the session whose member shows that they are there; null for a sign-in */
  readonly sessionId: string | null;
  readonly begunAt: Date;
}

export interface ProviderFlows {
  /** Begins a flow in this browser, in place of any other. */
  begin(c: Context<AppEnv>, flow: Partial<Pick<ProviderFlow, 'invite' | 'sessionId'>>): Promise<FlowSecrets>;
  /**
   * Ends this browser's flow with the state in this query and returns it. Returns null when there is none, or when it has expired. Another
   * state ends nothing: a made-up link must not keep a member from coming in.
   */
  take(c: Context<AppEnv>, query: string): Promise<ProviderFlow | null>;
}

function secretsOf(secret: Uint8Array): FlowSecrets {
  const part = (name: string) => deriveSecret(secret, Buffer.from(name)).toString('base64url');
  return { state: part('state'), nonce: part('nonce'), verifier: part('verifier') };
}

export function createProviderFlows(database: Database, publicUrl: string): ProviderFlows {
  const name = cookieName(publicUrl, 'kith-provider');
  const options = cookieOptions(publicUrl);

  return {
    async begin(c, { invite, sessionId }) {
      const secret = randomSecret();
      await database.write(
        (tx) => tx`
          insert into provider_flows (hash, invite, session_id, expires_at)
          values (${hashSecret(secret)}, ${invite ?? null}, ${sessionId ?? null}, now() + make_interval(mins => ${FLOW_MINUTES}))`,
      );
      setCookie(c, name, secret.toString('base64url'), { ...options, maxAge: FLOW_MINUTES * 60 });
      return secretsOf(secret);
    },

    async take(c, query) {
      const secret = Buffer.from(getCookie(c, name) ?? '', 'base64url');
      const [state, ...others] = new URLSearchParams(query).getAll('state');
      if (secret.byteLength !== SECRET_BYTES || state === undefined || others.length > 0) return null;
      const secrets = secretsOf(secret);
      if (!sameHash(Buffer.from(secrets.state), Buffer.from(state))) return null;
      const [flow] = await database.write(
        (tx) => tx<{ invite: string | null; sessionId: string | null; begunAt: Date; live: boolean }[]>`
          delete from provider_flows where hash = ${hashSecret(secret)}
          returning invite, session_id as "sessionId", expires_at - make_interval(mins => ${FLOW_MINUTES}) as "begunAt",
            expires_at > now() as live`,
      );
      deleteCookie(c, name, options);
      if (!flow?.live) return null;
      const { sessionId, begunAt } = flow;
      return { ...secrets, invite: flow.invite ?? undefined, sessionId, begunAt };
    },
  };
}

/** Deletes the flows of visitors who did not come back. */
export async function forgetProviderFlows(database: Database): Promise<void> {
  await database.write((tx) => tx`delete from provider_flows where expires_at < now()`);
}
