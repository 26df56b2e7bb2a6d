/**
 * The pair of keys by which push services know this server. Browsers bind each subscription to the public key, so the pair is made once and
 * stored, and every process on the database has the same. The private key is sealed as the secrets of one-time codes are.
 */
import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';
import type { Sql } from 'postgres';
import { createSealedSecrets, readableKeyIds, type SealedSecrets } from '../../accounts/secrets/sealed-secrets.ts';
import type { Config } from '../../base/config.ts';
import type { Database, Tx } from '../../db/pool/transaction.ts';

/** The name under which the private key is sealed. */
const OWNER = 'push';

export interface PushKeyPair {
  /** an uncompressed point of P-256, 65 bytes */
  readonly publicKey: Buffer;
  readonly privateKey: KeyObject;
}

export interface PushKeys {
  /**
   * The pair, made at first use.
   * @throws Error when it is sealed with another SECRETS_KEY than this server has
   */
  pair(): Promise<PushKeyPair>;
  /** base64url of the public key, which a browser subscribes with. Needs no secret. */
  publicKey(): Promise<string>;
}

interface StoredPair {
  readonly public_key: Buffer;
  readonly private_key: Buffer;
  readonly key_id: string;
}

const selectPair = (sql: Sql | Tx) => sql<StoredPair[]>`select public_key, private_key, key_id from push_keys`;

async function makePair(tx: Tx, sealing: SealedSecrets): Promise<StoredPair> {
  const made = createECDH('prime256v1');
  const publicKey = made.generateKeys();
  // A private key with leading zeros is given without them.
  const privateKey = Buffer.concat([Buffer.alloc(32), made.getPrivateKey()]).subarray(-32);
  const { keyId, sealed } = await sealing.seal(OWNER, privateKey);
  // If two processes start together, one makes the pair and both read that one.
  await tx`
    insert into push_keys (public_key, private_key, key_id) values (${publicKey}, ${sealed}, ${keyId}) on conflict do nothing`;
  const [row] = await selectPair(tx);
  if (!row) throw new Error('no keys for push services could be made');
  return row;
}

/** The private key as Node wants it: with both coordinates of the public key beside it. */
function keyObjectOf(privateKey: Buffer, publicKey: Buffer): KeyObject {
  const text = (bytes: Buffer): string => bytes.toString('base64url');
  const key = { kty: 'EC', crv: 'P-256', x: text(publicKey.subarray(1, 33)), y: text(publicKey.subarray(33)), d: text(privateKey) };
  return createPrivateKey({ format: 'jwk', key });
}

export function createPushKeys(
  database: Database,
  { pushKeys: configured, secretsKey }: Pick<Config, 'pushKeys' | 'secretsKey'>,
): PushKeys {
  const sealing = createSealedSecrets(database, secretsKey);
  let stored: Promise<StoredPair> | undefined;
  let opened: Promise<PushKeyPair> | undefined;

  async function readStored(): Promise<StoredPair> {
    const [known] = await database.read(selectPair);
    if (known) return known;
    await sealing.ready();
    return database.write((tx) => makePair(tx, sealing));
  }

  /** A failure is not remembered: the database may be back at the next call. */
  const read = (): Promise<StoredPair> => {
    stored ??= readStored().catch((error: unknown) => {
      stored = undefined;
      throw error;
    });
    return stored;
  };

  async function open(): Promise<PushKeyPair> {
    if (configured) return { publicKey: configured.publicKey, privateKey: keyObjectOf(configured.privateKey, configured.publicKey) };
    const { public_key: publicKey, private_key: sealed, key_id: keyId } = await read();
    return { publicKey, privateKey: keyObjectOf(await sealing.open(OWNER, { keyId, sealed }), publicKey) };
  }

  return {
    pair() {
      opened ??= open().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    async publicKey() {
      return (configured ? configured.publicKey : (await read()).public_key).toString('base64url');
    },
  };
}

/**
 * The stored private key, to be sealed anew; null if there is none yet. The pair stays then, since a new one would end all subscriptions.
 * @throws Error when it is sealed with another SECRETS_KEY
 */
export async function openPushKey(sql: Sql | Tx, sealing: SealedSecrets): Promise<Buffer | null> {
  const [row] = await selectPair(sql);
  return row ? sealing.open(OWNER, { keyId: row.key_id, sealed: row.private_key }) : null;
}

export async function sealPushKey(tx: Tx, sealing: SealedSecrets, privateKey: Buffer): Promise<void> {
  const { keyId, sealed } = await sealing.seal(OWNER, privateKey);
  await tx`update push_keys set private_key = ${sealed}, key_id = ${keyId}`;
}

/** Whether the stored private key is sealed with another SECRETS_KEY than this one. */
export async function isPushKeyUnreadable(sql: Sql, secretsKey: Buffer | null): Promise<boolean> {
  const [row] = await selectPair(sql);
  return row !== undefined && !readableKeyIds(secretsKey).includes(row.key_id);
}
