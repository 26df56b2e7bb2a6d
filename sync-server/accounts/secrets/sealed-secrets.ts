/**
 * Secrets that must be read again, so hashing does not work. They are encrypted with AES-256-GCM, each bound to its owner: a member, or a part of the
 * server. The key is
 * `SECRETS_KEY`, which the database never sees, or else one that the database stores. A secret names its key, so secrets under the
 * database's key stay readable after the server got its own.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import type { Database } from '../../db/pool/transaction.ts';
import { serverKey } from '../../db/server-key.ts';
import { hashSecret } from './secrets.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** The id of the key that a database makes for itself. */
export const DATABASE_KEY_ID = 'database';

export interface Sealed {
  readonly keyId: string;
  readonly sealed: Buffer;
}

export interface SealedSecrets {
  /** Loads the keys, so that a transaction that already has a connection need not query the database on another one. */
  ready(): Promise<void>;
  /** `owner` is a member's id, or the name of a part of the server. */
  seal(owner: string, secret: Uint8Array): Promise<Sealed>;
  /** @throws Error when it was sealed for another owner, was changed, or its key is missing */
  open(owner: string, sealed: Sealed): Promise<Buffer>;
}

/** Names a key without revealing anything about it. */
const idOf = (key: Buffer): string => hashSecret(key).toString('hex').slice(0, 16);

/** The ids of the keys that a server with this key can read with. */
export const readableKeyIds = (configuredKey: Buffer | null): readonly string[] => [
  DATABASE_KEY_ID,
  ...(configuredKey ? [idOf(configuredKey)] : []),
];

/** How many members have a secret that a server with this key cannot read. */
export async function countUnreadableSecrets(sql: Sql, configuredKey: Buffer | null): Promise<number> {
  const readable = readableKeyIds(configuredKey) as string[];
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from second_factors where key_id <> all (${readable}::text[])`;
  return row?.count ?? 0;
}

export function createSealedSecrets(database: Database, configuredKey: Buffer | null): SealedSecrets {
  const configuredKeyId = configuredKey ? idOf(configuredKey) : null;

  const databaseKey = serverKey(database, DATABASE_KEY_ID);

  async function keyOf(id: string): Promise<Buffer> {
    if (configuredKey && id === configuredKeyId) return configuredKey;
    if (id !== DATABASE_KEY_ID) throw new Error('a secret is sealed with another SECRETS_KEY than this server has');
    return databaseKey();
  }

  return {
    async ready() {
      await keyOf(DATABASE_KEY_ID);
    },
    async seal(owner, secret) {
      const keyId = configuredKeyId ?? DATABASE_KEY_ID;
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', await keyOf(keyId), iv).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return { keyId, sealed: Buffer.concat([iv, cipher.getAuthTag(), text]) };
    },
    async open(owner, { keyId, sealed }) {
      const iv = sealed.subarray(0, IV_BYTES);
      const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', await keyOf(keyId), iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    },
  };
}
