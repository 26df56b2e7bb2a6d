/** Reads what a push service hands to a device (RFC 8291), over the keys of Web Crypto. Shares nothing with the server's own code. */
import { webcrypto } from 'node:crypto';

const { subtle } = webcrypto;
const utf8 = new TextEncoder();

export interface DeviceKeyPair {
  readonly privateKey: webcrypto.CryptoKey;
  /** uncompressed, 65 bytes */
  readonly publicKey: Uint8Array;
  readonly auth: Uint8Array;
}

export async function newDeviceKeys(): Promise<DeviceKeyPair> {
  const pair = await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']);
  const publicKey = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  return { privateKey: pair.privateKey, publicKey, auth: webcrypto.getRandomValues(new Uint8Array(16)) };
}

async function derive(secret: ArrayBuffer | Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number): Promise<Uint8Array> {
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  return new Uint8Array(await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8));
}

const joined = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

/** @throws Error when it is not one last record for these keys */
export async function decryptPush(body: Uint8Array, { privateKey, publicKey, auth }: DeviceKeyPair): Promise<string> {
  const salt = body.slice(0, 16);
  const recordSize = new DataView(body.buffer, body.byteOffset).getUint32(16);
  const idLength = body[20] ?? 0;
  const sender = body.slice(21, 21 + idLength);
  const record = body.slice(21 + idLength);
  if (record.length > recordSize) throw new Error('more than one record');
  const senderKey = await subtle.importKey('raw', sender, { name: 'ECDH', namedCurve: 'P-256' }, false, []);
  const shared = await subtle.deriveBits({ name: 'ECDH', public: senderKey }, privateKey, 256);
  const input = await derive(shared, auth, joined(utf8.encode('WebPush: info\0'), publicKey, sender), 32);
  const key = await derive(input, salt, utf8.encode('Content-Encoding: aes128gcm\0'), 16);
  const iv = await derive(input, salt, utf8.encode('Content-Encoding: nonce\0'), 12);
  const aes = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  const padded = new Uint8Array(await subtle.decrypt({ name: 'AES-GCM', iv }, aes, record));
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('not a last record');
  return new TextDecoder('utf-8', { fatal: true }).decode(padded.slice(0, end));
}
