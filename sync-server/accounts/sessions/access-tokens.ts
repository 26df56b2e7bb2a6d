/**
 * Access tokens are JWTs that live ten minutes, signed with Ed25519. Each key has an id. The keys are stored in the database, so a restart
 * signs nobody out. A new key follows after 90 days. Old keys go on verifying until every token they signed has long expired.
 */
import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import type { Realm } from '../../../schemas/base/realm.ts';
import { idNow } from '../../base/server-realm.ts';
import type { Database } from '../../db/pool/transaction.ts';

export const ACCESS_TOKEN_SECONDS = 10 * 60;
const KEY_DAYS = 90;
const RELOAD_MS = 60 * 60 * 1000;
/** A token with an unknown key makes us reload the keys, but at most this often. Otherwise every forged token would cost a reload. */
const UNKNOWN_KEY_PAUSE_MS = 5000;
const AUDIENCE = 'kith';
const claimsSchema = z.object({ sub: uuidSchema, sid: uuidSchema, exp: z.number() });

interface Keys {
  readonly signing: { readonly id: string; readonly key: KeyObject };
  readonly verifying: ReadonlyMap<string, KeyObject>;
  readonly at: number;
}

interface KeyRow {
  readonly id: string;
  readonly private_key: string;
  readonly public_key: string;
  readonly current: boolean;
}

function loadKeys(database: Database, realm: Realm): Promise<Keys> {
  return database.write(async (tx) => {
    // Two processes that start together must not make two first keys.
    await tx`select pg_advisory_xact_lock(hashtext('kith signing keys'))`;
    await tx`delete from signing_keys where created_at < now() - make_interval(days => ${KEY_DAYS + 1})`;
    const select = () => tx<KeyRow[]>`
      select id, private_key, public_key, created_at > now() - make_interval(days => ${KEY_DAYS}) as current
      from signing_keys order by created_at desc, id desc`;
    let rows = await select();
    if (!rows[0]?.current) {
      const pair = await promisify(generateKeyPair)('ed25519');
      await tx`insert into signing_keys (id, private_key, public_key) values (${idNow(realm)},
        ${pair.privateKey.export({ type: 'pkcs8', format: 'pem' })}, ${pair.publicKey.export({ type: 'spki', format: 'pem' })})`;
      rows = await select();
    }
    const [newest] = rows;
    if (!newest) throw new Error('no signing key could be made');
    return {
      signing: { id: newest.id, key: createPrivateKey(newest.private_key) },
      verifying: new Map(rows.map((row) => [row.id, createPublicKey(row.public_key)])),
      at: realm.Date.now(),
    };
  });
}

interface Verified {
  readonly claims: { readonly userId: string; readonly sessionId: string };
  /** milliseconds since the epoch */
  readonly until: number;
}
const MAX_VERIFIED = 5_000;

export interface AccessTokens {
  sign(session: { readonly userId: string; readonly sessionId: string }): Promise<{ readonly token: string; readonly expiresAt: number }>;
  /**
   * Returns the claims of the token, or null when it is forged, expired or not a token. Does not check whether the session is still live.
   */
  verify(token: string): Promise<{ readonly userId: string; readonly sessionId: string } | null>;
}

export async function createAccessTokens(database: Database, issuer: string, realm: Realm = globalThis): Promise<AccessTokens> {
  let keys = await loadKeys(database, realm);

  async function verifyingKey(id: string | undefined): Promise<KeyObject | undefined> {
    if (id === undefined) return undefined;
    const known = keys.verifying.get(id);
    if (known || realm.Date.now() - keys.at < UNKNOWN_KEY_PAUSE_MS) return known;
    keys = await loadKeys(database, realm);
    return keys.verifying.get(id);
  }

  /** Tokens found genuine, until they expire. Verifying one takes longer than everything else that a small request needs. */
  const verified = new Map<string, Verified>();
  function remember(token: string, one: Verified): void {
    const [oldest] = verified.keys();
    if (verified.size >= MAX_VERIFIED && oldest !== undefined) verified.delete(oldest);
    verified.set(token, one);
  }

  return {
    async sign({ userId, sessionId }) {
      if (realm.Date.now() - keys.at > RELOAD_MS) keys = await loadKeys(database, realm);
      const issuedAt = Math.floor(realm.Date.now() / 1000);
      const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
      const token = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'EdDSA', kid: keys.signing.id })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(keys.signing.key);
      return { token, expiresAt };
    },

    async verify(token) {
      const known = verified.get(token);
      if (known && known.until > realm.Date.now()) return known.claims;
      try {
        const key = await verifyingKey(decodeProtectedHeader(token).kid);
        if (!key) return null;
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['EdDSA'],
          issuer,
          audience: AUDIENCE,
          currentDate: new Date(realm.Date.now()),
        });
        const claims = claimsSchema.safeParse(payload);
        if (!claims.success) return null;
        const { sub: userId, sid: sessionId, exp } = claims.data;
        remember(token, { claims: { userId, sessionId }, until: exp * 1000 });
        return { userId, sessionId };
      } catch (error) {
        // An invalid token is the sender's fault. A database that does not answer is ours, so that error is thrown on.
        if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
        throw error;
      }
    },
  };
}
