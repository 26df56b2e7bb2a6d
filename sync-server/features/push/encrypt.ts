/**
 * Encrypts a message for a device (RFC 8291): `aes128gcm` of RFC 8188 in one record. Every body has the same size, so that the push service
 * learns nothing from it, and none is too large for a device: Firefox on Android takes 3,070 bytes.
 */
import { createCipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto';
import type { Subscription } from './push-delivery.ts';

/** Header, text, padding and tag together. */
export const BODY_BYTES = 2_048;
const SALT_BYTES = 16;
const POINT_BYTES = 65;
const TAG_BYTES = 16;
const HEADER_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES;
/** Ends the text of the last record. Zeros follow. */
const LAST_RECORD = 0x02;
const RECORD_SIZE = 4_096;
/** What a text may have at most. */
export const PAYLOAD_BYTES = BODY_BYTES - HEADER_BYTES - 1 - TAG_BYTES;

type DeviceKeys = Pick<Subscription, 'p256dh' | 'auth'>;

const hmac = (key: Buffer, ...parts: readonly (string | Uint8Array)[]): Buffer => {
  const made = createHmac('sha256', key);
  for (const part of parts) made.update(part);
  return made.digest();
};

const newKeys = (): ECDH => {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  return keys;
};

export interface SenderPart {
  /** a new key pair for each message */
  readonly keys: ECDH;
  /** 16 random bytes for each message */
  readonly salt: Buffer;
  /** of the whole body */
  readonly size: number;
}

const newPart = (): SenderPart => ({ keys: newKeys(), salt: randomBytes(SALT_BYTES), size: BODY_BYTES });

/**
 * Returns the body of the request to the push service.
 * @throws RangeError when the payload is too long
 * @throws Error when the device's keys are no keys
 */
export function encrypt(payload: string, { p256dh, auth }: DeviceKeys, { keys, salt, size }: SenderPart = newPart()): Buffer {
  const text = Buffer.from(payload);
  const zeros = size - HEADER_BYTES - text.length - 1 - TAG_BYTES;
  if (zeros < 0) throw new RangeError(`a payload of ${text.length} bytes is too long`);
  const own = keys.getPublicKey();
  const shared = hmac(auth, keys.computeSecret(p256dh));
  const input = hmac(shared, 'WebPush: info\0', p256dh, own, Buffer.of(1));
  const secret = hmac(salt, input);
  const key = hmac(secret, 'Content-Encoding: aes128gcm\0', Buffer.of(1)).subarray(0, 16);
  const nonce = hmac(secret, 'Content-Encoding: nonce\0', Buffer.of(1)).subarray(0, 12);
  const recordSize = Buffer.alloc(4);
  recordSize.writeUInt32BE(RECORD_SIZE);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = [cipher.update(text), cipher.update(Buffer.of(LAST_RECORD)), cipher.update(Buffer.alloc(zeros)), cipher.final()];
  return Buffer.concat([salt, recordSize, Buffer.of(POINT_BYTES), own, ...record, cipher.getAuthTag()]);
}
