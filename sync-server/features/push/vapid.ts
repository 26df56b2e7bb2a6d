/**
 * Says to a push service who sends (RFC 8292): a JWT that is signed with the server's own key, for the origin of the endpoint. A token is
 * used for some hours, because Apple refuses a server that makes a new one for each message.
 */
import { SignJWT } from 'jose';
import type { Realm } from '../../../schemas/base/realm.ts';
import type { Config } from '../../base/config.ts';
import type { PushKeys } from './push-keys.ts';

const HOUR = 3_600_000;
/** Push services refuse more than 24 hours, and a clock may be wrong. */
const LIVES_MS = 12 * HOUR;
const USED_MS = 6 * HOUR;
/** Microsoft has a host for each data centre. */
const MOST_ORIGINS = 100;

/** How a push service reaches the operator. Apple refuses every message of a server whose contact is on its own machine. */
export function vapidSubject({ contactEmail, smtpUrl, publicUrl }: Pick<Config, 'contactEmail' | 'smtpUrl' | 'publicUrl'>): string {
  const { hostname } = new URL(publicUrl);
  // Without a mail server the address may be made up: nobody would read what is sent there.
  const isMadeUp = !smtpUrl && contactEmail === `contact@${hostname}`;
  return contactEmail && !isMadeUp ? `mailto:${contactEmail}` : publicUrl;
}

export interface Vapid {
  /** the header `Authorization` for the service of this origin */
  authorization(origin: string): Promise<string>;
  /** A service has refused the token: the next message gets a new one. */
  forget(origin: string): void;
}

export function createVapid(keys: PushKeys, subject: string, realm: Realm = globalThis): Vapid {
  const tokens = new Map<string, { readonly header: string; readonly until: number }>();
  return {
    async authorization(origin) {
      const at = realm.Date.now();
      const known = tokens.get(origin);
      // A clock that was set back makes the token older than it says.
      if (known && at < known.until && at > known.until - USED_MS - HOUR) return known.header;
      const { publicKey, privateKey } = await keys.pair();
      const token = await new SignJWT()
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setAudience(origin)
        .setSubject(subject)
        .setExpirationTime(Math.floor((at + LIVES_MS) / 1000))
        .sign(privateKey);
      const header = `vapid t=${token}, k=${publicKey.toString('base64url')}`;
      const [oldest] = tokens.keys();
      if (tokens.size >= MOST_ORIGINS && oldest !== undefined) tokens.delete(oldest);
      tokens.set(origin, { header, until: at + USED_MS });
      return header;
    },
    forget(origin) {
      tokens.delete(origin);
    },
  };
}
